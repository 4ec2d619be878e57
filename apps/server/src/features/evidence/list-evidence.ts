import type { Evidence, EvidenceKind } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { filterBy, listPage } from '../../platform/database/list-page.ts';
import { viewEvidence, type EvidenceRow } from './exports/evidence-view.ts';

type Filters = {
  organisationId: string;
  sessionId: string | undefined;
  kind: EvidenceKind | undefined;
  withRecordings: boolean;
};

type Viewer = { participantId: string };

export const listEvidence = async (
  context: Pick<Context, 'database' | 'keyring'>,
  {
    query,
    viewer,
    ...filters
  }: Filters & { viewer?: Viewer; query: { limit: number; cursor?: string | undefined } },
) => {
  const { organisationId, sessionId, kind, withRecordings } = filters;
  const list = ['evidence', organisationId, sessionId ?? '', kind ?? '', withRecordings];
  const of = { table: 'evidence', organisationId };
  const { rows, ...page } = await listPage<EvidenceRow>(context, {
    list,
    cursor: query.cursor,
    limit: query.limit,
    of,
    filters: [
      ...(sessionId ? [filterBy(of, Prisma.sql`session_id = ${sessionId}::uuid`)] : []),
      ...(kind ? [filterBy(of, Prisma.sql`kind = ${kind}`)] : []),
    ],
    conditions: withRecordings ? [] : [Prisma.sql`kind not in ('recording', 'clip')`],
  });
  return { data: rows.map((row) => viewAs(viewer, row)), ...page };
};

const viewAs = (viewer: Viewer | undefined, row: EvidenceRow): Evidence => {
  const evidence = viewEvidence(row);
  if (!viewer) return evidence;
  const gps = row.participant_id === viewer.participantId ? evidence.gps : null;
  return { ...evidence, gps, finding: null };
};

import type { EvidenceKind } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { filterBy, listPage } from '../../platform/database/list-page.ts';
import { viewEvidence, type EvidenceRow } from './exports/evidence-view.ts';

type Filters = {
  organisationId: string;
  sessionId: string | undefined;
  kind: EvidenceKind | undefined;
  /** Without it, recordings and clips are left out. */
  withRecordings: boolean;
};

/** One page of evidence, newest first: of the organisation, or of one session. */
export const listEvidence = async (
  context: Pick<Context, 'database' | 'keyring'>,
  { query, ...filters }: Filters & { query: { limit: number; cursor?: string | undefined } },
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
  return { data: rows.map(viewEvidence), ...page };
};

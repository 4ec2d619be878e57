import type { EvidenceKind } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { listPage, placeColumn, type Placed } from '../../platform/database/list-page.ts';
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
  const { rows, ...page } = await listPage(
    context,
    { list, cursor: query.cursor, limit: query.limit },
    ({ after, order }) =>
      // Raw: the place is kept to the microsecond, which Prisma's dates are not.
      context.database.prisma.$queryRaw<(EvidenceRow & Placed)[]>`
      select *, ${placeColumn}
      from evidence
      where organisation_id = ${organisationId}::uuid and ${after}
        ${sessionId ? Prisma.sql`and session_id = ${sessionId}::uuid` : Prisma.empty}
        ${kind ? Prisma.sql`and kind = ${kind}` : Prisma.empty}
        ${withRecordings ? Prisma.empty : Prisma.sql`and kind not in ('recording', 'clip')`}
      ${order}
    `,
  );
  return { data: rows.map(viewEvidence), ...page };
};

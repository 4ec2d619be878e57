import type { OUTCOMES } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import { filterBy, type Filter } from '../../../platform/database/list-page.ts';
import { toInstant } from '../../../platform/database/to-instant.ts';

type End = {
  outcome?: (typeof OUTCOMES)[number] | undefined;
  ended_after?: string | undefined;
  ended_before?: string | undefined;
};

type Found = {
  filters: Filter[];
  /** A condition on each row that leads: an order by creation has no index by the end. */
  conditions: Prisma.Sql[];
  /** The condition on `created_at`. */
  span: Prisma.Sql[];
  /** A cursor is bound to it; without these filters to nothing, so that older cursors stay valid. */
  bound: unknown[];
};

/** The filters that find an organisation's sessions by when they ended and what they came to. */
export const findByEnd = (
  organisationId: string,
  { outcome, ended_after: after, ended_before: before }: End,
): Found => {
  const of = { table: 'sessions', organisationId };
  const hasTime = after !== undefined || before !== undefined;
  return {
    filters: [
      ...(outcome ? [filterBy(of, Prisma.sql`outcome = ${outcome}`)] : []),
      // Closed sessions alone have ended, and they are led by an index.
      ...(hasTime ? [filterBy(of, Prisma.sql`status = 'closed'`)] : []),
    ],
    conditions: [
      ...(after ? [Prisma.sql`ended_at >= ${toInstant(after)}::timestamptz`] : []),
      ...(before ? [Prisma.sql`ended_at < ${toInstant(before)}::timestamptz`] : []),
    ],
    // None ends before it is created.
    span: before ? [Prisma.sql`created_at < ${toInstant(before)}::timestamptz`] : [],
    bound: outcome || hasTime ? [{ outcome, after, before }] : [],
  };
};

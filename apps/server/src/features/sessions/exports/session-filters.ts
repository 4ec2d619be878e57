import type { Metadata, OutcomeFilter } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import { type Filter, filterBy, newestFirst } from '../../../platform/database/list-page.ts';
import { toInstant } from '../../../platform/database/to-instant.ts';
import { hasFieldPeer } from '../../media/exports/find-present.ts';

type Words = { type?: string | undefined; reference?: string | undefined; metadata?: Metadata | undefined };

type Found = {
  filters: Filter[];
  /** A cursor is bound to these values; none without these filters, so that older cursors stay valid. */
  bound: unknown[];
};

export const findByWords = (organisationId: string, { type, reference, metadata = {} }: Words): Found => {
  const pairs = Object.entries(metadata).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const of = { table: 'sessions', organisationId };
  return {
    filters: [
      // The second condition is the index's, which leaves out sessions without the word.
      ...(reference === undefined
        ? []
        : [filterBy(of, Prisma.sql`reference = ${reference} and reference <> ''`)]),
      ...(type === undefined ? [] : [filterBy(of, Prisma.sql`type = ${type} and type <> ''`)]),
      ...pairs.map((pair) => filterByPair(organisationId, pair)),
    ],
    bound: [
      ...(reference === undefined && pairs.length === 0 ? [] : [{ reference, pairs }]),
      ...(type === undefined ? [] : [{ type }]),
    ],
  };
};

// Pairs have a table of their own, whose index has the list's order.
const filterByPair = (organisationId: string, [key, value]: [string, string]): Filter => ({
  lead: {
    from: Prisma.sql`session_metadata`,
    where: Prisma.sql`organisation_id = ${organisationId}::uuid and key = ${key} and value = ${value}`,
    order: newestFirst({ at: Prisma.sql`created_at`, id: Prisma.sql`session_id` }),
  },
  // A value, since the planner may turn "exists" into a hash of all pairs.
  holds: Prisma.sql`(
    select pair.value from session_metadata pair
    where pair.organisation_id = sessions.organisation_id and pair.session_id = sessions.id and pair.key = ${key}
  ) = ${value}`,
});

type End = {
  outcome?: OutcomeFilter | undefined;
  ended_after?: string | undefined;
  ended_before?: string | undefined;
};

type FoundByEnd = Found & {
  /** Conditions on each row: an order by creation has no index by the end. */
  conditions: Prisma.Sql[];
  span: Prisma.Sql[];
};

export const findByEnd = (
  organisationId: string,
  { outcome, ended_after: after, ended_before: before }: End,
): FoundByEnd => {
  const of = { table: 'sessions', organisationId };
  const hasTime = after !== undefined || before !== undefined;
  return {
    filters: [
      ...(outcome === undefined ? [] : [filterBy(of, cameTo(outcome))]),
      // Only closed sessions have an end, and the index holds only these.
      ...(hasTime ? [filterBy(of, Prisma.sql`status = 'closed'`)] : []),
    ],
    conditions: [
      ...(after ? [Prisma.sql`ended_at >= ${toInstant(after)}::timestamptz`] : []),
      ...(before ? [Prisma.sql`ended_at < ${toInstant(before)}::timestamptz`] : []),
    ],
    // A session ends after its creation.
    span: before ? [Prisma.sql`created_at < ${toInstant(before)}::timestamptz`] : [],
    bound: outcome || hasTime ? [{ outcome, after, before }] : [],
  };
};

// An index holds the closed sessions of which nobody has said what they came to, and no others.
const cameTo = (outcome: OutcomeFilter): Prisma.Sql =>
  outcome === 'none' ? Prisma.sql`outcome is null and status = 'closed'` : Prisma.sql`outcome = ${outcome}`;

type Appointment = { scheduled_after?: string | undefined; scheduled_before?: string | undefined };

export const findByAppointment = (
  organisationId: string,
  { scheduled_after: after, scheduled_before: before }: Appointment,
): Omit<FoundByEnd, 'span'> => {
  const hasTime = after !== undefined || before !== undefined;
  const of = { table: 'sessions', organisationId };
  return {
    // Most sessions have no appointment, and are not in the index.
    filters: hasTime ? [filterBy(of, Prisma.sql`scheduled_for is not null`)] : [],
    conditions: [
      ...(after ? [Prisma.sql`scheduled_for >= ${toInstant(after)}::timestamptz`] : []),
      ...(before ? [Prisma.sql`scheduled_for < ${toInstant(before)}::timestamptz`] : []),
    ],
    bound: hasTime ? [{ scheduled: [after, before] }] : [],
  };
};

type Presence = { live?: 'true' | 'false' | undefined };

export const findByPresence = ({ live }: Presence): Pick<FoundByEnd, 'conditions' | 'bound'> => ({
  conditions: live === undefined ? [] : [Prisma.sql`(${hasFieldPeer}) = ${live === 'true'}`],
  bound: live === undefined ? [] : [{ live }],
});

export type CreationSpan = { created_after?: string | undefined; created_before?: string | undefined };

/** Every index that leads a list of sessions ends with `created_at`. */
export const spanOfCreation = ({ created_after, created_before }: CreationSpan): Prisma.Sql[] => [
  ...(created_after ? [Prisma.sql`created_at >= ${toInstant(created_after)}::timestamptz`] : []),
  ...(created_before ? [Prisma.sql`created_at < ${toInstant(created_before)}::timestamptz`] : []),
];

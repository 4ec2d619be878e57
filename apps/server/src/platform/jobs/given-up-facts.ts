import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import type { Tx } from '../database/transact.ts';

export type GivenUpFact = {
  id: string;
  kind: string;
  about: Record<string, unknown>;
  since: Date;
  tries: number;
  error: string;
};

/** No job is left of such work, and no sweep brings one back. */
export type GivenUpFacts = {
  kind: string;
  /**
   * Gives a select of (id text, about jsonb, since timestamptz, gave_up_at timestamptz, tries int, error text). The id
   * begins with the kind.
   */
  select: (now: Date) => Prisma.Sql;
  /** Two retries at once never share a row. Without an id, as many rows as the limit allows. Gives their number. */
  retry: (tx: Tx, which: { id: string | undefined; limit: number }) => Promise<number>;
};

/** Each row is a change and a job, and a statement that takes 5 s is ended. */
export const RETRY_BATCH = 500;

/** Counting stops here, so that a scrape stays cheap: an exact number above tells nothing more. */
const COUNT_LIMIT = 10_001;

export const countFacts = async (
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  facts: readonly GivenUpFacts[],
  since: Date,
): Promise<{ kind: string; count: number }[]> => {
  const counts = facts.map(
    ({ kind, select }) => Prisma.sql`
      select ${kind}::text as kind, count(*)::int as count
      from (
        select from (${select(clock.now())}) given_up where gave_up_at > ${since} limit ${COUNT_LIMIT}
      ) counted`,
  );
  return database.prisma.$queryRaw`${Prisma.join(counts, ' union all ')}`;
};

export const listFacts = async (
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  facts: readonly GivenUpFacts[],
  limit: number,
): Promise<GivenUpFact[]> => {
  const lists = facts.map(
    ({ kind, select }) => Prisma.sql`
      (select id, ${kind}::text as kind, about, since, tries, error
      from (${select(clock.now())}) given_up
      order by since, id
      limit ${limit})`,
  );
  return database.prisma.$queryRaw`${Prisma.join(lists, ' union all ')}`;
};

export const retryFacts = async (
  { transact, database, clock }: Pick<Context, 'transact' | 'database' | 'clock'>,
  facts: readonly GivenUpFacts[],
  which: { id: string } | { kind: string },
): Promise<number> => {
  const [kind, id] = 'id' in which ? [which.id.split(':')[0], which.id] : [which.kind, undefined];
  const known = facts.find((each) => each.kind === kind);
  if (!known) return 0;
  // Takes no more than there are: work that is tried meanwhile may give up again at once.
  const [{ count: all } = { count: 0 }] = await database.prisma.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from (${known.select(clock.now())}) given_up`;
  let retried = 0;
  for (let batches = Math.ceil(all / RETRY_BATCH); batches > 0; batches -= 1)
    retried += await transact((tx) => known.retry(tx, { id, limit: RETRY_BATCH }));
  return retried;
};

export const hasId = (column: Prisma.Sql, id: string | undefined): Prisma.Sql =>
  id === undefined ? Prisma.sql`true` : Prisma.sql`${column} = ${id}`;

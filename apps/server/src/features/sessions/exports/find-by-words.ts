import type { Metadata } from '@field-inspection/contract';
import { Prisma } from '#prisma';

type Words = { reference?: string | undefined; metadata?: Metadata | undefined };

type Found = {
  /** Where the rows come from: `sessions`, each once, with an unqualified `created_at` and `id`. */
  from: Prisma.Sql;
  where: Prisma.Sql;
  /** What a cursor of the list is bound to; nothing without these filters, as cursors were before there were any. */
  bound: unknown[];
};

/**
 * The sessions of an organisation by its own reference and its own pairs. Pairs lead: they have an index in the order
 * of the list, so that a page reads what it shows, however many sessions there are.
 */
export const findByWords = (organisationId: string, { reference, metadata = {} }: Words): Found => {
  const pairs = Object.entries(metadata).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    from: pairs.length === 0 ? Prisma.sql`sessions` : fromPairs(organisationId, pairs),
    // The second condition is that of the index, which leaves out sessions without a reference.
    where:
      reference === undefined ? Prisma.sql`true` : Prisma.sql`reference = ${reference} and reference <> ''`,
    bound: reference === undefined && pairs.length === 0 ? [] : [{ reference, pairs }],
  };
};

// The place is that of the first pair, and equal to that of the others and of the session: so the planner can begin
// with whichever pair is rarest.
const fromPairs = (organisationId: string, pairs: [string, string][]): Prisma.Sql => {
  const tables = pairs.map(([key, value], index) => ({ name: Prisma.raw(`pair_${index}`), key, value }));
  const [first] = tables;
  const rows = tables.map(({ name }) => Prisma.sql`session_metadata ${name}`);
  const conditions = tables.map(
    ({ name, key, value }) => Prisma.sql`
      ${name}.organisation_id = ${organisationId}::uuid and ${name}.key = ${key} and ${name}.value = ${value}
      and ${name}.created_at = ${first!.name}.created_at and ${name}.session_id = ${first!.name}.session_id`,
  );
  return Prisma.sql`(
    select ${first!.name}.created_at, ${first!.name}.session_id as id
    from ${Prisma.join(rows, ', ')}
    where ${Prisma.join(conditions, ' and ')}
  ) found join sessions using (created_at, id)`;
};

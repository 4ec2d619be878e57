import type { Metadata } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import type { PlaceColumns } from '../../../platform/database/list-page.ts';

type Words = { reference?: string | undefined; metadata?: Metadata | undefined };

type Found = {
  /** The tables that the list reads, `sessions` among them. */
  from: Prisma.Sql;
  where: Prisma.Sql;
  /** Where a row stands in the order of the list, by the table that leads. */
  place: PlaceColumns;
  /** What a cursor is bound to; nothing without these filters, so that cursors of before there were any stay valid. */
  bound: unknown[];
};

/**
 * The sessions of an organisation, or those with its own reference and its own pairs. A pair leads: its index has the
 * order of the list, so that a page reads what it shows, however many sessions there are.
 */
export const findByWords = (organisationId: string, { reference, metadata = {} }: Words): Found => {
  const pairs = Object.entries(metadata).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const tables = pairs.map((_, index) => Prisma.raw(`pair_${index}`));
  const [leading = Prisma.sql`sessions`] = tables;
  const conditions = [
    Prisma.sql`sessions.organisation_id = ${organisationId}::uuid`,
    // The second condition is that of the index, which leaves out sessions without a reference.
    ...(reference === undefined ? [] : [Prisma.sql`reference = ${reference} and reference <> ''`]),
    // By the id alone: joined by the time, too, the planner takes the two for independent and expects no row.
    ...pairs.map(
      ([key, value], index) => Prisma.sql`
        ${tables[index]}.organisation_id = ${organisationId}::uuid and ${tables[index]}.session_id = sessions.id
        and ${tables[index]}.key = ${key} and ${tables[index]}.value = ${value}`,
    ),
  ];
  return {
    from: Prisma.join(
      [Prisma.sql`sessions`, ...tables.map((table) => Prisma.sql`session_metadata ${table}`)],
      ', ',
    ),
    where: Prisma.join(conditions, ' and '),
    place: {
      at: Prisma.sql`${leading}.created_at`,
      id: Prisma.sql`${leading}.${Prisma.raw(tables.length === 0 ? 'id' : 'session_id')}`,
    },
    bound: reference === undefined && pairs.length === 0 ? [] : [{ reference, pairs }],
  };
};

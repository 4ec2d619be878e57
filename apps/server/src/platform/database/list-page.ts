import { unknownCursor } from '@field-inspection/rules';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { decodeCursor, encodeCursor, type Position } from './cursor.ts';
import { PLANNED_ANEW } from './name-statement.ts';

/** A page ends after this many rows, however few of them matched. */
export const MOST_EXAMINED = 5_000;

/** The largest page, and one row that tells that there are more. */
export const MOST_SHOWN = 101;

export type Page<Row> = { rows: Row[]; has_more: boolean; next_cursor: string | null };

export type Order = {
  keys: Prisma.Sql;
  by: Prisma.Sql;
  again: Prisma.Sql;
  number: Prisma.Sql;
  /** Rows of one position come together: this is their share of the rows that a page examines. */
  ties?: number;
  isAfter: (position: Position) => Prisma.Sql;
};

/** The columns of the condition, then those of the order. The condition names the organisation. */
export type Lead = { from: Prisma.Sql; where: Prisma.Sql; order?: Order };

/** `holds` says the same of a row, for when another filter leads. */
export type Filter = { lead: Lead; holds: Prisma.Sql };

export type ListedTable = { table: string; organisationId: string };

export const leadBy = ({ table, organisationId }: ListedTable, condition?: Prisma.Sql): Lead => ({
  from: Prisma.raw(table),
  where: allOf([Prisma.sql`organisation_id = ${organisationId}::uuid`, ...(condition ? [condition] : [])]),
});

export const filterBy = (of: ListedTable, condition: Prisma.Sql): Filter => ({
  lead: leadBy(of, condition),
  holds: condition,
});

/** `at` and `id` may be of several tables. PostgreSQL keeps microseconds, a JavaScript date does not. */
export const newestFirst = ({ at, id }: { at: Prisma.Sql; id: Prisma.Sql }): Order => ({
  keys: Prisma.sql`${at} as place, ${id} as place_id`,
  by: Prisma.sql`${at} desc, ${id} desc`,
  again: Prisma.sql`place desc, place_id desc`,
  number: Prisma.sql`(extract(epoch from place) * 1000000)::bigint`,
  isAfter: (position) => Prisma.sql`(${at}, ${id}) < (${instantOf(position)}, ${position.id}::uuid)`,
});

export const instantOf = ({ at }: Position): Prisma.Sql =>
  Prisma.sql`'epoch'::timestamptz + ${at}::bigint * interval '1 microsecond'`;

const NEWEST_FIRST = newestFirst({ at: Prisma.sql`created_at`, id: Prisma.sql`id` });

/**
 * Newest first unless the lead has another order. The order is total, and a cursor is a position in it rather than a
 * count: rows that arrive between two pages cause no row to be skipped or repeated. The keys come from one index, which
 * the planner can read without the table, so that it neither takes another index and filters, nor sorts. The rows are
 * then looked up one by one. Conditions that the index does not serve are asked of each: the page ends after 5 000 of
 * them.
 *
 * @param list what the cursor is bound to: organisation, route and filters
 * @param whole what leads without a filter; all rows of the organisation unless given
 * @param filters those with an index of their own; the one that finds the fewest leads, the others are asked
 * @param span what else must hold of `created_at`, which every lead has
 */
export const listPage = async <Row extends object>(
  context: Pick<Context, 'database' | 'keyring'>,
  {
    filters = [],
    conditions = [],
    ...asked
  }: {
    list: unknown[];
    cursor: string | undefined;
    limit: number;
    of: ListedTable;
    columns?: Prisma.Sql;
    whole?: Lead;
    filters?: Filter[];
    conditions?: Prisma.Sql[];
    span?: Prisma.Sql[];
  },
): Promise<Page<Row>> => {
  const { list, cursor, limit, span = [] } = asked;
  const position = readPosition(context, { list, cursor });
  const leads = (
    filters.length === 0 ? [asked.whole ?? leadBy(asked.of)] : filters.map(({ lead }) => lead)
  ).map(({ from, where, order = NEWEST_FIRST }) => ({
    from,
    where: allOf([where, ...(position ? [order.isAfter(position)] : []), ...span]),
    order,
  }));
  const leading = leads.length === 1 ? 0 : await findFewest(context, leads);
  const others = filters.filter((_, index) => index !== leading).map(({ holds }) => holds);
  const rest = [...others, ...conditions];
  const lead = leads[leading]!;
  const most = rest.length > 0 ? countKeys(lead) : MOST_SHOWN;
  const page = Prisma.sql`${selectPage(lead, { ...asked, rest, most })} ${Prisma.raw(PLANNED_ANEW)}`;
  const found = await context.database.prisma.$queryRaw<(Row & Placed)[]>`${page}`;
  return endPage(context, { list, limit, found, most });
};

type Placed = { place_at: bigint; place_id: string; place_number: bigint; is_match: boolean };

type Opened = Required<Lead>;

// A literal: for a parameter the planner assumes a tenth of the table.
const keysOf = ({ from, where, order }: Opened, most: number): Prisma.Sql => Prisma.sql`
  select ${order.keys}, row_number() over (order by ${order.by}) as place_number
  from ${from}
  where ${where}
  order by ${order.by}
  fetch first ${Prisma.raw(String(most))} rows ${order.ties ? Prisma.sql`with ties` : Prisma.sql`only`}`;

// The next page begins at the last examined row, so it comes in any case. "limit 1" has each row looked up by its key,
// where the planner might join a whole table.
const selectPage = (
  lead: Opened,
  {
    of,
    columns,
    rest,
    limit,
    most,
  }: { of: ListedTable; columns?: Prisma.Sql; rest: Prisma.Sql[]; limit: number; most: number },
): Prisma.Sql => Prisma.sql`
  select ${columns ?? Prisma.raw(`${of.table}.*`)}, ${lead.order.number} as place_at, place_id, place_number, is_match
  from (${keysOf(lead, most)}) examined
  cross join lateral (
    select * from ${Prisma.raw(of.table)} where organisation_id = ${of.organisationId}::uuid and id = place_id limit 1
  ) ${Prisma.raw(of.table)}
  cross join lateral (select ${allOf(rest)} as is_match) asked
  ${rest.length > 0 ? Prisma.sql`where is_match or place_number >= ${most}` : Prisma.empty}
  order by ${lead.order.again}
  limit ${limit + 1}`;

const findFewest = async ({ database }: Pick<Context, 'database'>, leads: Opened[]): Promise<number> => {
  const sizes = leads.map(
    (lead) => Prisma.sql`(select count(*) from (${keysOf(lead, countKeys(lead))}) keys)`,
  );
  const [row] = await database.prisma.$queryRaw<
    { sizes: bigint[] }[]
  >`select array[${Prisma.join(sizes)}] as sizes ${Prisma.raw(PLANNED_ANEW)}`;
  const { sizes: counts } = row!;
  return counts.reduce((fewest, size, index) => (size < counts[fewest]! ? index : fewest), 0);
};

const countKeys = ({ order: { ties = 0 } }: Opened): number => MOST_EXAMINED - ties;

const endPage = <Row extends object>(
  context: Pick<Context, 'keyring'>,
  { most, ...page }: { list: unknown[]; limit: number; found: (Row & Placed)[]; most: number },
): Page<Row> => {
  const hasEndedShort = page.found.some(({ place_number }) => place_number >= most);
  const { rows, ...rest } = cutPage(context, { ...page, hasEndedShort }, ({ place_at, place_id }) => ({
    at: place_at,
    id: place_id,
  }));
  return { rows: rows.filter(({ is_match }) => is_match), ...rest };
};

const allOf = (conditions: Prisma.Sql[]): Prisma.Sql =>
  conditions.length === 0 ? Prisma.sql`true` : Prisma.join(conditions, ' and ');

/**
 * Reads where the page before ended; undefined for the first page. For a list in an order of its own.
 *
 * @throws {Refusal} invalid_cursor
 */
export const readPosition = (
  { keyring }: Pick<Context, 'keyring'>,
  { list, cursor }: { list: unknown[]; cursor: string | undefined },
): Position | undefined => {
  if (cursor === undefined) return undefined;
  const position = decodeCursor(keyring, JSON.stringify(list), cursor);
  if (position) return position;
  throw unknownCursor();
};

/** More rows than the limit, or an end before all was examined, mean that another page follows. */
export const cutPage = <Row>(
  { keyring }: Pick<Context, 'keyring'>,
  {
    list,
    limit,
    found,
    hasEndedShort = false,
  }: { list: unknown[]; limit: number; found: Row[]; hasEndedShort?: boolean },
  positionOf: (row: Row) => Position,
): Page<Row> => {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const has_more = found.length > limit || hasEndedShort;
  const next_cursor = has_more && last ? encodeCursor(keyring, JSON.stringify(list), positionOf(last)) : null;
  return { rows, has_more, next_cursor };
};

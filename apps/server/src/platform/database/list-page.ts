import { Prisma } from '#prisma';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { decodeCursor, encodeCursor, type Position } from './cursor.ts';
import { PLANNED_ANEW } from './name-statement.ts';

/** What a row of a list carries beside its columns: its place, to the microsecond. */
export type Placed = { id: string; created_at_us: bigint };

export type Page<Row> = { rows: Row[]; has_more: boolean; next_cursor: string | null };

/** What a list is ordered by. */
export type PlaceColumns = { at: Prisma.Sql; id: Prisma.Sql };

const OWN_COLUMNS: PlaceColumns = { at: Prisma.sql`created_at`, id: Prisma.sql`id` };

/** Selects a row's place; PostgreSQL keeps microseconds, a JavaScript date does not. */
export const selectPlace = ({ at }: Pick<PlaceColumns, 'at'>): Prisma.Sql =>
  Prisma.sql`(extract(epoch from ${at}) * 1000000)::bigint as created_at_us`;

/** The place by a table's own columns. */
export const placeColumn = selectPlace(OWN_COLUMNS);

/**
 * One page of a list in the order (created_at, id), newest first. The order is total, and a cursor is a place in it
 * rather than a count: rows that arrive between two pages cause no row to be skipped or repeated.
 *
 * @param list what the cursor is bound to: organisation, route and filters
 * @param place the columns of the order, where several tables have them
 * @param select runs the query with a condition on the place and a row limit
 */
export const listPage = async <Row extends Placed>(
  { keyring }: Pick<Context, 'keyring'>,
  {
    list,
    cursor,
    limit,
    place = OWN_COLUMNS,
  }: { list: unknown[]; cursor: string | undefined; limit: number; place?: PlaceColumns },
  select: (clauses: { after: Prisma.Sql; order: Prisma.Sql }) => Promise<Row[]>,
): Promise<Page<Row>> => {
  const position = readPosition({ keyring }, { list, cursor });
  const found = await select({
    after: position ? isAfter(place, position) : Prisma.sql`true`,
    order: Prisma.sql`order by ${place.at} desc, ${place.id} desc limit ${limit + 1} ${Prisma.raw(PLANNED_ANEW)}`,
  });
  return cutPage({ keyring }, { list, limit, found }, (row) => ({ at: row.created_at_us, id: row.id }));
};

/**
 * Where the page before ended; undefined for the first page. For a list in an order of its own.
 *
 * @throws {ApiError} invalid_cursor
 */
export const readPosition = (
  { keyring }: Pick<Context, 'keyring'>,
  { list, cursor }: { list: unknown[]; cursor: string | undefined },
): Position | undefined => {
  if (cursor === undefined) return undefined;
  const position = decodeCursor(keyring, JSON.stringify(list), cursor);
  if (position) return position;
  throw new ApiError(
    'invalid_cursor',
    'Pass next_cursor of the page before unchanged, with the same filters, or start without a cursor.',
  );
};

/** Cuts the page out of the rows found. One row more than the limit means that another page follows. */
export const cutPage = <Row>(
  { keyring }: Pick<Context, 'keyring'>,
  { list, limit, found }: { list: unknown[]; limit: number; found: Row[] },
  placeOf: (row: Row) => Position,
): Page<Row> => {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const has_more = found.length > limit;
  const next_cursor = has_more && last ? encodeCursor(keyring, JSON.stringify(list), placeOf(last)) : null;
  return { rows, has_more, next_cursor };
};

const isAfter = (place: PlaceColumns, { at, id }: Position): Prisma.Sql =>
  Prisma.sql`(${place.at}, ${place.id}) < ('epoch'::timestamptz + ${at}::bigint * interval '1 microsecond', ${id}::uuid)`;

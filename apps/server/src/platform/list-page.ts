import { Prisma } from '#prisma';
import { ApiError } from '../api-error.ts';
import type { Context } from '../context.ts';
import { decodeCursor, encodeCursor, type Position } from './cursor.ts';

/** What a row of a list carries beside its columns: its place, to the microsecond. */
export type Placed = { id: string; created_at_us: bigint };

export type Page<Row> = { rows: Row[]; has_more: boolean; next_cursor: string | null };

/** Selects a row's place; PostgreSQL keeps microseconds, a JavaScript date does not. */
export const placeColumn = Prisma.sql`(extract(epoch from created_at) * 1000000)::bigint as created_at_us`;

/**
 * One page of a list in the order (created_at, id), newest first. The order is total and the position is
 * a place, not a count, so rows that arrive meanwhile make nothing be skipped or repeated (specification 4.5).
 *
 * @param list what the cursor is bound to: organisation, route and filters
 * @param select runs the query with a condition on the place and a row limit
 */
export const listPage = async <Row extends Placed>(
  { keyring }: Pick<Context, 'keyring'>,
  { list, cursor, limit }: { list: unknown[]; cursor: string | undefined; limit: number },
  select: (clauses: { after: Prisma.Sql; order: Prisma.Sql }) => Promise<Row[]>,
): Promise<Page<Row>> => {
  const scope = JSON.stringify(list);
  const position = cursor === undefined ? undefined : decodeCursor(keyring, scope, cursor);
  if (cursor !== undefined && !position) {
    throw new ApiError(
      'invalid_cursor',
      'Pass next_cursor of the page before unchanged, with the same filters, or start without a cursor.',
    );
  }
  const found = await select({
    after: position ? isAfter(position) : Prisma.sql`true`,
    order: Prisma.sql`order by created_at desc, id desc limit ${limit + 1}`,
  });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const has_more = found.length > limit;
  const next_cursor =
    has_more && last ? encodeCursor(keyring, scope, { createdAtUs: last.created_at_us, id: last.id }) : null;
  return { rows, has_more, next_cursor };
};

const isAfter = ({ createdAtUs, id }: Position): Prisma.Sql =>
  Prisma.sql`(created_at, id) < ('epoch'::timestamptz + ${createdAtUs}::bigint * interval '1 microsecond', ${id}::uuid)`;

import type { Context } from '../../context.ts';
import type { Rooms } from './create-rooms.ts';
import { RoomEvent } from './exports/room-event.ts';

/**
 * Ids are given before transactions commit, so that an event may appear after one with a higher id. After a gap
 * this many ids below the highest are read again, and those that were seen are skipped.
 */
const OVERLAP = 1_000n;

type Row = { id: bigint; room: string; event: string };

export const createEventCursor = ({
  context,
  rooms,
  origin,
}: {
  context: Pick<Context, 'database'>;
  rooms: Rooms;
  origin: string;
}) => {
  const seen = new Set<bigint>();
  let highest = 0n;
  let waiting: bigint[] = [];
  let inTurn: Promise<unknown> = Promise.resolve();

  const apply = ({ id, room, event }: Row): void => {
    if (seen.has(id)) return;
    seen.add(id);
    if (id > highest) highest = id;
    // An unknown kind of event comes from a later version, and is skipped.
    const known = RoomEvent.safeParse(JSON.parse(event));
    if (known.success) rooms.apply(room, { id, event: known.data });
  };
  const forgetOld = (): void => {
    for (const id of seen) if (id <= highest - OVERLAP) seen.delete(id);
  };
  const readWaiting = async (): Promise<void> => {
    const ids = waiting.splice(0);
    if (ids.length === 0) return;
    const rows = await context.database.prisma.$queryRaw<Row[]>`
      select id, room, event from media_signals where id = any (${ids})
    `;
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const id of ids) {
      const row = byId.get(id);
      if (row) apply(row);
    }
    forgetOld();
  };
  const readSince = async (): Promise<void> => {
    waiting = [];
    const rows = await context.database.prisma.$queryRaw<Row[]>`
      select id, room, event
      from media_signals
      where id > ${highest - OVERLAP} and room = any (${rooms.ids()}::uuid[])
        and origin is distinct from ${origin}::uuid
      order by id
    `;
    for (const row of rows) apply(row);
  };
  const doInTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = inTurn.then(work);
    inTurn = turn.catch(() => {});
    return turn;
  };
  return {
    read: (id: bigint): Promise<void> => {
      waiting.push(id);
      return doInTurn(readWaiting);
    },
    catchUp: (): Promise<void> => doInTurn(readSince),
  };
};

import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { ANNOUNCE, type RoomEvent } from './exports/room-event.ts';
import type { RoomConnection, Rooms } from './create-rooms.ts';

/**
 * Takes a connection out of its room and tells the others, unless another connection of the same identity has taken its
 * connection.
 */
export const leaveRoom = async (
  { context, rooms, origin }: { context: Pick<Context, 'database' | 'clock'>; rooms: Rooms; origin: string },
  connection: RoomConnection,
): Promise<void> => {
  rooms.withdraw(connection);
  const { organisationId, sessionId, identity } = connection.peer;
  const event: RoomEvent = { kind: 'left', identity };
  // Takes the session's lock, as entering does, so that the ids follow the order in which peers enter and leave.
  const rows = await context.database.prisma.$queryRaw<{ id: bigint }[]>`
    with locked as materialized (
      select id from sessions
      where organisation_id = ${organisationId}::uuid and id = ${sessionId}::uuid
      for no key update
    ),
    gone as (
      delete from media_peers p
      using locked l
      where p.room = l.id and p.connection_id = ${connection.id}::uuid
      returning p.room
    ),
    told as (
      insert into media_signals (room, origin, event, created_at)
      select room, ${origin}::uuid, ${JSON.stringify(event)}, ${context.clock.now()} from gone
      returning id, ${Prisma.raw(ANNOUNCE)} as announced
    )
    select id from told
  `;
  for (const { id } of rows) rooms.apply(sessionId, { id, event });
};

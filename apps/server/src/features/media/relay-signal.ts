import type { Context } from '../../context.ts';
import type { Semaphore } from '../../platform/concurrency/create-semaphore.ts';
import type { RoomConnection, Rooms } from './create-rooms.ts';
import { insertEvent } from './exports/room-event.ts';
import { readSignal, type RelayedSignal } from './signal-message.ts';

/**
 * Passes a signal on to the other peers of the sender's room: those of this process at once, those of the
 * others by the database. What is no signal is answered with an error.
 */
export const relaySignal = async (
  {
    context,
    rooms,
    origin,
    inDatabase,
  }: {
    context: Pick<Context, 'database' | 'clock' | 'log'>;
    rooms: Rooms;
    origin: string;
    inDatabase: Semaphore;
  },
  { connection, text }: { connection: RoomConnection; text: string },
): Promise<void> => {
  const reading = readSignal(text);
  if (!reading.ok) {
    return connection.send({ type: 'error', code: 'invalid_message', message: reading.message });
  }
  const { to, ...signal } = reading.message;
  const { sessionId: room, identity: from } = connection.peer;
  const message: RelayedSignal = { ...signal, from };
  rooms.relay(room, { message, to });
  const event = { kind: 'signal' as const, from, message, ...(to === undefined ? {} : { to }) };
  const now = context.clock.now();
  try {
    // What a crash of the database forgets is older than the connections that break with it: no wait for the disk.
    await inDatabase.run(
      () => context.database.prisma.$queryRaw`
        with told as (${insertEvent({ room, origin, event, now })})
        select set_config('synchronous_commit', 'off', true) from told
      `,
    );
  } catch (error) {
    context.log.warn({ component: 'signalling', session_id: room, err: error }, 'signal not stored');
    connection.send({
      type: 'error',
      code: 'unavailable',
      message: 'the signal may not have reached every peer; send it again',
    });
  }
};

import type { Context } from '../../context.ts';
import type { RoomConnection, Rooms } from './create-rooms.ts';
import { readPeerMessage, type RelayedSignal } from './signal-message.ts';
import { Prisma } from '#prisma';
import { createBatchLoader } from '../../platform/concurrency/create-batch-loader.ts';
import { ANNOUNCE, type RoomEvent } from './exports/room-event.ts';

/** At once to this process's peers, by the database to others. A ping gets a pong, another message an error. */
export const relaySignal = async (
  {
    context,
    rooms,
    store,
  }: {
    context: Pick<Context, 'clock' | 'log'>;
    rooms: Rooms;
    store: SignalStore;
  },
  { connection, text }: { connection: RoomConnection; text: string },
): Promise<void> => {
  const reading = readPeerMessage(text);
  if (!reading.ok) {
    return connection.send({ type: 'error', code: 'invalid_message', message: reading.message });
  }
  if (reading.message.type === 'ping') return connection.send({ type: 'pong' });
  const { to, ...signal } = reading.message;
  const { sessionId: room, identity: from } = connection.peer;
  const message: RelayedSignal = { ...signal, from };
  rooms.relay(room, { message, to });
  const event = { kind: 'signal' as const, from, message, ...(to === undefined ? {} : { to }) };
  try {
    await store({ room, event, now: context.clock.now() });
  } catch (error) {
    context.log.warn({ component: 'signalling', session_id: room, err: error }, 'signal not stored');
    connection.send({
      type: 'error',
      code: 'unavailable',
      message: 'the signal may not have reached every peer; send it again',
    });
  }
};

type SaidSignal = { room: string; event: RoomEvent; now: Date };

export type SignalStore = (signal: SaidSignal) => Promise<void>;

/** Signals that come together cost one statement: any number keeps at most two connections to the database busy. */
export const createSignalStore = ({
  context: { database },
  origin,
}: {
  context: Pick<Context, 'database'>;
  origin: string;
}): SignalStore =>
  createBatchLoader(async (signals) => {
    const rooms = signals.map(({ room }) => room);
    const events = signals.map(({ event }) => JSON.stringify(event));
    const times = signals.map(({ now }) => now);
    // Raw: Prisma can't announce the rows that it inserts. No signal waits for the disk: a crash of the database breaks
    // the connections, too.
    await database.prisma.$queryRaw`
        with told as (
          insert into media_signals (room, origin, event, created_at)
          select said.room, ${origin}::uuid, said.event, said.at
          from unnest(${rooms}::uuid[], ${events}::text[], ${times}::timestamptz[]) with ordinality
            as said (room, event, at, place)
          order by said.place
          returning id, ${Prisma.raw(ANNOUNCE)} as announced
        )
        select set_config('synchronous_commit', 'off', true) from (select count(*) from told) stored
      `;
    return signals.map(() => undefined);
  });

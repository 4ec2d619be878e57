import type { Context } from '../../context.ts';
import type { RoomConnection, Rooms } from './create-rooms.ts';
import type { SignalStore } from './create-signal-store.ts';
import { readPeerMessage, type RelayedSignal } from './signal-message.ts';

/**
 * Passes a signal on to the other peers of the sender's room: at once on this process, by the database on others. A
 * ping is answered with a pong, any other message with an error.
 */
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

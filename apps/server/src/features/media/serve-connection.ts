import type { RawData, WebSocket } from 'ws';
import type { Context } from '../../context.ts';
import { readMediaToken } from '../../platform/media-connection.ts';
import { admitPeer } from './admit-peer.ts';
import { CLOSE_CODES, type CloseReason } from './close-reasons.ts';
import type { RoomConnection, Rooms } from './create-rooms.ts';
import { leaveRoom } from './leave-room.ts';
import { createMessageAllowance } from './message-allowance.ts';
import { relaySignal } from './relay-signal.ts';
import { readAuthenticate, type ServerMessage } from './signal-message.ts';

/** What all connections of a process share. `origin` names the process in what it tells the others. */
export type Relay = { context: Context; rooms: Rooms; origin: string; authenticateMs: number };

/** A receiver that reads slower than the others speak is let go before it fills the memory. */
const MAX_UNSENT_BYTES = 1024 * 1024;

/**
 * Serves one connection from its opening to its end, which the promise waits for. Its frames are handled
 * one after the other, so that what a peer says keeps its order.
 */
export const serveConnection = (
  relay: Relay,
  { socket, offeredToken }: { socket: WebSocket; offeredToken: string | undefined },
): Promise<void> => {
  const { context } = relay;
  const connectionId = context.ids.next();
  const allowance = createMessageAllowance(context.clock.now().getTime());
  const close = closerOf(socket);
  let connection: RoomConnection | undefined;
  let inTurn: Promise<unknown> = Promise.resolve();
  const doInTurn = (work: () => Promise<unknown>) => {
    inTurn = inTurn.then(work).catch((error: unknown) => {
      context.log.error({ component: 'signalling', connection_id: connectionId, err: error }, 'failed');
      close('internal_error');
    });
  };
  const deadline = setTimeout(() => close('authentication_timeout'), relay.authenticateMs);
  const authenticate = async (token: string | undefined) => {
    clearTimeout(deadline);
    if (socket.readyState !== socket.OPEN) return;
    const entering = token ? describeConnection(context, { socket, token, connectionId }) : undefined;
    if (!entering) return close('unauthenticated');
    connection = await enterRoom(relay, entering);
  };

  if (offeredToken) doInTurn(() => authenticate(offeredToken));
  socket.on('message', (frame, isBinary) => {
    if (socket.readyState !== socket.OPEN) return;
    if (!allowance.take(context.clock.now().getTime())) return close('rate_limited');
    const text = isBinary ? '' : readText(frame);
    doInTurn(() =>
      connection ? relaySignal(relay, { connection, text }) : authenticate(readAuthenticate(text)),
    );
  });
  // ws closes the connection by itself, with 1009 for a message that is too large.
  socket.on('error', () => {});
  return new Promise((resolve) => {
    socket.on('close', () => {
      clearTimeout(deadline);
      doInTurn(async () => connection && leaveInPeace(relay, connection));
      void inTurn.then(() => resolve());
    });
  });
};

/** While the database is away the peer stays in its table, until the beats of others find it silent. */
const leaveInPeace = (relay: Relay, connection: RoomConnection): Promise<void> =>
  leaveRoom(relay, connection).catch((error: unknown) => {
    relay.context.log.warn({ component: 'signalling', connection_id: connection.id, err: error }, 'not left');
  });

const closerOf = (socket: WebSocket) => (reason: CloseReason) => socket.close(CLOSE_CODES[reason], reason);

const readText = (frame: RawData): string => (Buffer.isBuffer(frame) ? frame.toString('utf8') : '');

const describeConnection = (
  context: Pick<Context, 'keyring' | 'clock'>,
  { socket, token, connectionId }: { socket: WebSocket; token: string; connectionId: string },
): RoomConnection | undefined => {
  const peer = readMediaToken(context, token);
  return peer && { id: connectionId, peer, send: senderOf(socket), close: closerOf(socket) };
};

const senderOf = (socket: WebSocket) => (message: ServerMessage) => {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > MAX_UNSENT_BYTES) return socket.terminate();
  socket.send(JSON.stringify(message));
};

/** Brings a genuine peer into its room; undefined when it was refused, which it has been told. */
const enterRoom = async (
  { context, rooms, origin }: Relay,
  connection: RoomConnection,
): Promise<RoomConnection | undefined> => {
  const { peer, id: connectionId } = connection;
  rooms.enter(connection);
  try {
    const admission = await admitPeer(context, { peer, connectionId, origin });
    if (admission.ok) {
      const { sessionId, identity, role } = peer;
      rooms.welcome(connection, admission);
      rooms.apply(sessionId, {
        id: admission.enteredId,
        event: { kind: 'joined', identity, role, connectionId },
      });
      return connection;
    }
    connection.close(admission.reason);
  } catch (error) {
    context.log.warn({ component: 'signalling', session_id: peer.sessionId, err: error }, 'not admitted');
    connection.close('unavailable');
  }
  rooms.withdraw(connection);
  return undefined;
};

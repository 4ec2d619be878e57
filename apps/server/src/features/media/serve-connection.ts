import type { RawData, WebSocket } from 'ws';
import { Refusal } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import type { Domain } from '../../http/hosts/create-domains.ts';
import { requireRight } from '../../platform/database/right-lock.ts';
import { readMediaToken, SIGNALLING_PATH } from '../../platform/media-connection.ts';
import { MAX_WAIT_MS } from '../../platform/database/transact.ts';
import { admitPeer, leaveRoom, rightOfPeer } from './admit-peer.ts';
import { REFUSALS } from './close-reasons.ts';
import type { RoomConnection, Rooms } from './create-rooms.ts';
import { relaySignal, type SignalStore } from './relay-signal.ts';
import type { SocketCount } from './count-sockets.ts';
import { createTurns, openSender } from './pace-socket.ts';
import { ENTRANCE, type SignalAllowance } from './signal-allowance.ts';
import { readAuthenticate } from './signal-message.ts';

export type Relay = {
  context: Context;
  rooms: Rooms;
  origin: string;
  authenticateMs: number;
  allowance: SignalAllowance;
  sockets: SocketCount;
  store: SignalStore;
};

/** The promise ends with the connection. Frames come one after the other, so that a peer's messages keep order. */
export const serveConnection = (
  relay: Relay,
  {
    socket,
    address,
    offeredToken,
    domain,
  }: {
    socket: WebSocket;
    address: string | null;
    offeredToken: string | undefined;
    domain?: Domain | undefined;
  },
): Promise<void> => {
  const { context } = relay;
  const connectionId = context.ids.next();
  const { close } = openSender(socket);
  let connection: RoomConnection | undefined;
  const turns = createTurns(socket, (error) => {
    context.log.error({ component: 'signalling', connection_id: connectionId, err: error }, 'failed');
    close('internal_error');
  });
  const deadline = setTimeout(() => close('authentication_timeout'), relay.authenticateMs);
  const authenticate = async (token: string | undefined) => {
    clearTimeout(deadline);
    if (socket.readyState !== socket.OPEN) return;
    const entering = token
      ? describeConnection(context, { socket, address, token, connectionId, domain })
      : undefined;
    if (!entering) return refuseToken(context, { address, isShown: Boolean(token), close });
    if (!relay.sockets.enter(entering.peer)) return close('too_many_sockets');
    socket.once('close', () => relay.sockets.leave(entering.peer));
    if (!mayTake(relay, entering, ENTRANCE)) return close('rate_limited');
    connection = await enterRoom(relay, entering);
  };

  if (offeredToken) turns.take(() => authenticate(offeredToken));
  socket.on('message', (frame, isBinary) => {
    if (socket.readyState !== socket.OPEN) return;
    const text = isBinary ? '' : readText(frame);
    turns.take(async () => {
      if (socket.readyState !== socket.OPEN) return;
      if (!connection) return authenticate(readAuthenticate(text));
      const sent = { messages: 1, bytes: Buffer.byteLength(text) };
      if (!mayTake(relay, connection, sent)) return close('rate_limited');
      await relaySignal(relay, { connection, text });
    });
  });
  // ws closes the connection by itself, with 1009 for a message that is too large.
  socket.on('error', () => {});
  return new Promise((resolve) => {
    socket.on('close', () => {
      clearTimeout(deadline);
      turns.take(async () => connection && leaveInPeace(relay, connection));
      void turns.end().then(resolve);
    });
  });
};

// Logged as a wrong token of an HTTP request is (log-guess.ts).
const refuseToken = (
  { log, metrics }: Pick<Context, 'log' | 'metrics'>,
  { address, isShown, close }: { address: string | null; isShown: boolean; close: RoomConnection['close'] },
): void => {
  if (isShown) {
    metrics.guessesRefused.inc({ guessed: 'token' });
    const about = { route: SIGNALLING_PATH, guessed: 'token', code: 'unauthenticated', address };
    log.warn({ component: 'signalling', ...about }, 'guess refused');
  }
  close('unauthenticated');
};

const mayTake = (
  { allowance, context }: Relay,
  { peer }: RoomConnection,
  sent: Parameters<SignalAllowance['take']>[1],
): boolean => allowance.take(peer, sent, context.clock.now().getTime());

/** While the database is away the peer stays in its table, until the beats of others find it silent. */
const leaveInPeace = (relay: Relay, connection: RoomConnection): Promise<void> =>
  leaveWithPermit(relay, connection).catch((error: unknown) => {
    relay.context.log.warn({ component: 'signalling', connection_id: connection.id, err: error }, 'not left');
  });

// Takes a permit of its organisation, like every question of a peer to the database.
const leaveWithPermit = (relay: Relay, connection: RoomConnection): Promise<void> =>
  relay.context.permits(connection.peer.organisationId, { waitMs: MAX_WAIT_MS }, () =>
    leaveRoom(relay, connection),
  );

const readText = (frame: RawData): string => (Buffer.isBuffer(frame) ? frame.toString('utf8') : '');

const describeConnection = (
  context: Pick<Context, 'keyring' | 'clock' | 'database' | 'log'>,
  {
    socket,
    token,
    domain,
    connectionId,
    address,
  }: {
    socket: WebSocket;
    address: string | null;
    token: string;
    connectionId: string;
    domain: Domain | undefined;
  },
): RoomConnection | undefined => {
  const peer = readMediaToken(context, token);
  if (domain && peer?.organisationId !== domain.organisationId) return undefined;
  if (!peer) return undefined;
  const sender = openSender(socket);
  const right = rightOfPeer(peer, address);
  // A look that fails decides nothing: the next beat looks again.
  const look = () =>
    void requireRight(context.database.prisma, right).catch((error: unknown) => {
      if (error instanceof Refusal) return sender.close(REFUSALS[peer.role]);
      context.log.warn({ component: 'signalling', session_id: peer.sessionId, err: error }, 'not looked at');
    });
  return { id: connectionId, peer, address, ...sender, look };
};

const enterRoom = async (
  { context, rooms, origin }: Relay,
  connection: RoomConnection,
): Promise<RoomConnection | undefined> => {
  const { peer, address, id: connectionId } = connection;
  rooms.enter(connection);
  try {
    const admission = await admitPeer(context, { peer, address, connectionId, origin });
    const { sessionId, identity, role } = peer;
    const about = {
      component: 'signalling',
      organisation_id: peer.organisationId,
      session_id: sessionId,
      identity,
    };
    if (admission.ok) {
      context.log.info(about, 'entered');
      rooms.welcome(connection, admission);
      rooms.apply(sessionId, {
        id: admission.enteredId,
        event: { kind: 'joined', identity, role, connectionId },
      });
      return connection;
    }
    context.log.info({ ...about, reason: admission.reason }, 'not let in');
    connection.close(admission.reason);
  } catch (error) {
    context.log.warn({ component: 'signalling', session_id: peer.sessionId, err: error }, 'not admitted');
    connection.close('unavailable');
  }
  rooms.withdraw(connection);
  return undefined;
};

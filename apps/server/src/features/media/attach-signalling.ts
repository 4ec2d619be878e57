import type { IncomingMessage, Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { Refusal } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { inetOf } from '../../platform/inet-of.ts';
import type { Domain } from '../../http/hosts/create-domains.ts';
import { findServedHost } from '../../http/hosts/find-served-host.ts';
import { describeRateLimit } from '../../http/limits/rate-limit-headers.ts';
import { refuseSocket } from '../../http/refuse-socket.ts';
import { listSafetyHeaders } from '../../http/safety/list-safety-headers.ts';
import { CLOSE_CODES } from './close-reasons.ts';
import {
  createUpgradeLimiter,
  readAddress,
  judgeUpgrade,
  noHandshake,
  stopping,
  unknownHost,
} from './judge-upgrade.ts';
import { createSocketCount } from './count-sockets.ts';
import { createSignalAllowance } from './signal-allowance.ts';
import { createRooms } from './create-rooms.ts';
import { createSignalStore } from './relay-signal.ts';
import { listenToRooms } from './listen-to-rooms.ts';
import { serveConnection } from './serve-connection.ts';
import { MAX_MESSAGE_BYTES } from './signal-message.ts';

/** The subprotocol that the relay speaks; a client may offer its token beside it. */
export const SUBPROTOCOL = 'fis.v1';

/** `authenticateMs` and `pingMs` are a client's time to answer; `beatMs` is the interval of a process's beats. */
const TIMES = { authenticateMs: 10_000, pingMs: 30_000, beatMs: 10_000 };
/** A client that has not answered a close by then has its socket cut. */
const GOODBYE_MS = 2_000;

/** Relays the signalling on SIGNALLING_PATH, over any number of server processes. Every other upgrade is refused. */
export const attachSignalling = async (
  context: Context,
  server: Server,
  times: Partial<typeof TIMES> = {},
): Promise<{ close: () => Promise<void> }> => {
  const { authenticateMs, pingMs, beatMs } = { ...TIMES, ...times };
  const rooms = createRooms(context.metrics);
  const origin = context.ids.next();
  const allowance = createSignalAllowance();
  const relay = {
    context,
    rooms,
    origin,
    authenticateMs,
    allowance,
    sockets: createSocketCount(),
    store: createSignalStore({ context, origin }),
  };
  const upgrades = createUpgradeLimiter(context);
  const refuse = (request: IncomingMessage, socket: Duplex, error: Refusal) => {
    socket.on('error', () => socket.destroy()).resume();
    const limits = describeRateLimit(upgrades.count(request).rateLimit, context.clock.now().getTime());
    refuseSocket(context, socket, { error, reason: 'UPGRADE', limits, host: request.headers.host ?? '' });
  };
  const listener = await listenToRooms({ ...relay, beatMs });
  const served = new Set<Promise<void>>();
  const sockets = openSockets(context.config, refuse);
  const open = ({ request, socket, head }: Upgrade, domain?: Domain) => {
    const refusal = judgeUpgrade(context, request, { ...upgrades.count(request), domain });
    if (refusal) return refuse(request, socket, refusal);
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const serving = serveConnection(relay, {
        socket: webSocket,
        domain,
        address: inetOf(readAddress(request, context.config.trustProxyHops)),
        offeredToken: readOfferedToken(request),
      });
      served.add(serving);
      void serving.then(() => served.delete(serving));
    });
  };
  const upgrade = admitHost(context, { upgrades, open, refuse });
  server.on('upgrade', upgrade);
  const keepAlive = startKeepAlive(sockets.clients, pingMs);
  const forgetting = setInterval(() => allowance.forgetRested(context.clock.now().getTime()), 60_000).unref();
  return {
    close: async () => {
      server.off('upgrade', upgrade);
      server.on('upgrade', (request, socket) => refuse(request, socket, stopping()));
      clearInterval(keepAlive);
      clearInterval(forgetting);
      await sayGoodbye(sockets.clients, served);
      await listener.stop();
    },
  };
};

type Upgrade = { request: IncomingMessage; socket: Duplex; head: Buffer };

const admitHost =
  (
    context: Pick<Context, 'config' | 'domains'>,
    {
      upgrades,
      open,
      refuse,
    }: {
      upgrades: ReturnType<typeof createUpgradeLimiter>;
      open: (upgrade: Upgrade, domain?: Domain) => void;
      refuse: (request: IncomingMessage, socket: Duplex, error: Refusal) => void;
    },
  ) =>
  (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => {});
    const { admitted } = upgrades.count(request);
    const find = admitted ? findServedHost(context, readHosts(request)) : undefined;
    if (!find) return open({ request, socket, head });
    find().then(
      (domain) => open({ request, socket, head }, domain),
      (error: unknown) => refuse(request, socket, error instanceof Refusal ? error : unknownHost(error)),
    );
  };

const SOCKET_OPTIONS = {
  noServer: true,
  maxPayload: MAX_MESSAGE_BYTES,
  closeTimeout: GOODBYE_MS,
  // The token must not come back: proxies log response headers.
  handleProtocols: (offered: Set<string>) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : (false as const)),
};

/** Replies of ws itself, the handshake and its refusal, need the usual headers, too. */
const openSockets = (
  config: Context['config'],

  refuse: (request: IncomingMessage, socket: Duplex, error: Refusal) => void,
): WebSocketServer => {
  const sockets = new WebSocketServer(SOCKET_OPTIONS);
  const lines = ({ headers: { host = '' } }: IncomingMessage) =>
    Object.entries(listSafetyHeaders(config, host)).map(([name, value]) => `${name}: ${value}`);
  sockets.on('headers', (headers, request) => void headers.push(...lines(request)));

  sockets.on('wsClientError', ({ message }, socket, request) =>
    refuse(request, socket, noHandshake(message)),
  );
  return sockets;
};

// Two Host headers become a name that no domain has.
const readHosts = ({ headersDistinct: { host = [] } }: IncomingMessage): string => host.join(',');

const readOfferedToken = (request: IncomingMessage): string | undefined =>
  request.headers['sec-websocket-protocol']
    ?.split(',')
    .map((protocol) => protocol.trim())
    .find((protocol) => protocol !== SUBPROTOCOL && protocol !== '');

/** A phone that lost its network can't say goodbye. */
const startKeepAlive = (clients: Set<WebSocket>, pingMs: number) => {
  const waiting = new WeakSet<WebSocket>();
  return setInterval(() => {
    for (const client of clients) {
      if (waiting.has(client)) {
        client.terminate();
        continue;
      }
      waiting.add(client);
      client.once('pong', () => waiting.delete(client));
      client.ping();
    }
  }, pingMs).unref();
};

const sayGoodbye = async (clients: Set<WebSocket>, served: Set<Promise<void>>): Promise<void> => {
  for (const client of clients) client.close(CLOSE_CODES.going_away, 'going_away');
  const timeout = new AbortController();
  const gone = Promise.all(served).then(() => timeout.abort());
  await sleep(GOODBYE_MS, undefined, { signal: timeout.signal }).catch(() => {});
  for (const client of clients) client.terminate();
  await gone;
};

import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Config, ConfigError } from '../config/read-config.ts';
import { SIGNALLING_PATH } from '../platform/media-connection.ts';
import { holdInvitations } from './bodies/invite-body.ts';
import { refuseUnparsed } from './refuse-unparsed.ts';
import { withSafetyHeaders } from './safety/list-safety-headers.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';

export type HttpListener = { server: Server; port: number; close: () => Promise<void> };

/** Listens with limits under which a slow or silent client can't hold a connection for long. */
export const listenHttp = async (
  handle: RequestListener,
  { port, host, setting = 'PORT' }: Pick<Config, 'port' | 'host'> & { setting?: string },
  context: Parameters<typeof refuseUnparsed>[0],
): Promise<HttpListener> => {
  const app = withSafetyHeaders(context.config, handle);
  const server = createServer(
    {
      headersTimeout: 10_000,
      // Bodies have limits of their own: limit-times.ts.
      requestTimeout: 3_600_000,
      // Longer than the idle time of the usual load balancers, so that the balancers close.
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16 * 1024,
      // The app refuses a request without a host, as a problem.
      requireHostHeader: false,
      // An upgrade that we don't offer is ignored, not refused (RFC 9110, section 7.8): HTTP clients ask for h2c.
      shouldUpgradeCallback: (request) => request.url?.split('?')[0] === SIGNALLING_PATH,
    },
    app,
  );
  server.maxConnections = 10_000;
  // An expectation that we don't know is ignored (RFC 9110, section 10.1.1), not refused without a word.
  server.on('checkExpectation', app);
  holdInvitations(server);
  refuseUnparsed(context, server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(explainListening(cause, { port, host, setting })),
    );
    server.listen(port, host, resolve);
  });
  return { server, port: (server.address() as AddressInfo).port, close: () => closeListener(server) };
};

const explainListening = (
  cause: NodeJS.ErrnoException,
  { port, host, setting }: { port: number; host: string; setting: string },
): Error => {
  if (cause.code === 'EADDRINUSE')
    return new ConfigError(`${setting}: ${port} is in use; set another`, { cause });
  if (cause.code === 'EADDRNOTAVAIL')
    return new ConfigError(`LISTEN_ADDRESS: ${host} is no address of this machine; set one that is`, {
      cause,
    });
  return cause;
};

/** Milliseconds that requests under way may take after a stop. */
const CLOSE_MS = 15_000;
/** Milliseconds in which waiting connections are accepted; they go on coming where callers go past a balancer. */
const EMPTY_MS = 2_000;
/** A connection can hardly come unseen in a turn of the event loop that took no longer. */
const SHORT_MS = 1;

/** Stops listening, and resolves when every request has been answered, or had its time. */
export const closeListener = async (server: Server): Promise<void> => {
  await untilNoneWaits(server);
  await new Promise<void>((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    // A kept-alive connection in use closes after its reply.
    server.closeIdleConnections();
  });
};

/**
 * Waits until no connection waits to be accepted: the system resets each of them as soon as the process stops
 * listening. Node accepts one in a turn of the event loop, so that under load some always wait.
 */
const untilNoneWaits = async (server: Server): Promise<void> => {
  const deadline = performance.now() + EMPTY_MS;
  // The turn under way may have looked before.
  await nextTurn();
  while ((await isBusyTurn(server)) && performance.now() < deadline);
};

const isBusyTurn = async (server: Server): Promise<boolean> => {
  const began = performance.now();
  let hasCome = false;
  const note = () => void (hasCome = true);
  server.on('connection', note);
  await nextTurn();
  server.off('connection', note);
  return hasCome || performance.now() - began > SHORT_MS;
};

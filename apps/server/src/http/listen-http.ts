import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError, type Config } from '../config/read-config.ts';
import { SIGNALLING_PATH } from '../platform/media-connection.ts';
import { holdInvitations } from './bodies/invite-body.ts';
import { closeListener } from './shutdown/close-listener.ts';
import { refuseUnparsed } from './refuse-unparsed.ts';
import { withSafetyHeaders } from './safety/list-safety-headers.ts';

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
      // Bodies have limits of their own: limit-body-time.ts.
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
      reject(
        cause.code === 'EADDRINUSE'
          ? new ConfigError(`${setting}: ${port} is in use; set another`, { cause })
          : cause,
      ),
    );
    server.listen(port, host, resolve);
  });
  return { server, port: (server.address() as AddressInfo).port, close: () => closeListener(server) };
};

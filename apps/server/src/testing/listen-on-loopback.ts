import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `close` ends the server's connections, too. */
export const listenOnLoopback = async (server: Server) => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  };
  return { port: (server.address() as AddressInfo).port, close };
};

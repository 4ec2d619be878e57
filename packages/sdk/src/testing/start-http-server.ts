import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SignedDelivery } from './sign-delivery.ts';

export async function startHttpServer(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    post: ({ body, headers }: SignedDelivery, path = '/hooks') =>
      fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body, headers }),
    connect: () => {
      const socket = connect(port, '127.0.0.1');
      return { socket, reply: text(socket).catch((error: Error) => error.message) };
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

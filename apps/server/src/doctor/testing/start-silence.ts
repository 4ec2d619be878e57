import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

export const startSilence = async (closes: (() => unknown)[]): Promise<number> => {
  const server = createServer((socket) => void socket.on('error', () => {}));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closes.push(() => server.close());
  return (server.address() as AddressInfo).port;
};

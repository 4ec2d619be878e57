import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type Way = Awaited<ReturnType<typeof startWay>>;

/**
 * A way to PostgreSQL that can cut its connections, and swallow what both sides say for a while; then it passes it on.
 */
export const startWay = async (databaseUrl: string) => {
  const address = new URL(databaseUrl);
  const port = Number(address.port);
  const pairs = new Map<Socket, Socket>();
  let isSilent = false;
  const proxy = createServer((client) => {
    const database = connect(port, '127.0.0.1');
    pairs.set(client, database).set(database, client);
    for (const socket of [client, database]) {
      socket.on('error', () => {});
      socket.on('close', () => {
        pairs.get(socket)?.destroy();
        pairs.delete(socket);
      });
    }
    if (isSilent) client.pause();
    else client.pipe(database).pipe(client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  address.port = String((proxy.address() as AddressInfo).port);
  const cut = () => {
    for (const socket of pairs.keys()) socket.destroy();
  };
  return {
    databaseUrl: address.href,
    cut,
    silence: () => {
      isSilent = true;
      for (const socket of pairs.keys()) socket.unpipe().pause();
    },
    speak: () => {
      isSilent = false;
      for (const [socket, peer] of pairs) socket.pipe(peer);
    },
    close: async () => {
      cut();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
};

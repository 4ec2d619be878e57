import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A way to a server that loses connections as a mobile network does: neither side hears of it, and what is said goes
 * nowhere. Connections that come later go through.
 */
export const startSilentProxy = async (baseUrl: string) => {
  const target = new URL(baseUrl);
  const pairs = new Set<[Socket, Socket]>();
  let isCut = false;
  const proxy = createServer((device) => {
    const pair: [Socket, Socket] = [device, connect(Number(target.port), target.hostname)];
    pairs.add(pair);
    const [, server] = pair;
    if (!isCut) join(pair);
    for (const socket of pair) {
      socket.on('error', () => {});
      socket.on('close', () => {
        if (!pairs.delete(pair)) return;
        device.destroy();
        server.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const silenced: Socket[] = [];
  return {
    /** For so long nothing comes through, on any connection; then what was said does. */
    cut: () => {
      isCut = true;
      for (const pair of pairs) for (const socket of pair) socket.unpipe();
    },
    mend: () => {
      isCut = false;
      pairs.forEach(join);
    },
    baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** Loses the connections that are open now. */
    silence: () => {
      for (const pair of pairs) {
        pairs.delete(pair);
        for (const socket of pair) socket.unpipe().resume();
        silenced.push(...pair);
      }
    },
    close: async () => {
      for (const socket of [...silenced, ...[...pairs].flat()]) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
};

const join = ([device, server]: [Socket, Socket]): void => {
  device.pipe(server);
  server.pipe(device);
};

import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The two ends of a connection that goes by a proxy. */
export type Ends = readonly [client: Socket, server: Socket];

/** Each hears what the other says. */
export const joinEnds = ([client, server]: Ends): void => void client.pipe(server).pipe(client);

/** `meet` decides what the ends of a new connection hear of each other; when one is closed, so is the other. */
export const startProxy = async (targetUrl: string, meet: (ends: Ends) => void = joinEnds) => {
  const target = new URL(targetUrl);
  const open = new Set<Ends>();
  const buried = new Set<Socket>();
  const proxy = createServer({ noDelay: true }, (client) => {
    const server = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
    const ends = [client, server] as const;
    open.add(ends);
    for (const end of ends) {
      end.on('error', () => {});
      end.on('close', () => {
        if (open.delete(ends)) for (const each of ends) each.destroy();
      });
    }
    meet(ends);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const way = new URL(targetUrl);
  way.hostname = '127.0.0.1';
  way.port = String((proxy.address() as AddressInfo).port);
  const breakAll = (): void => {
    for (const end of [...open].flat()) end.destroy();
  };
  return {
    url: way.href.replace(/\/$/, ''),
    open: open as ReadonlySet<Ends>,
    /** The bytes of a dead connection go nowhere, and neither side is told. */
    bury: (ends: Ends): void => {
      open.delete(ends);
      for (const end of ends) buried.add(end.unpipe().resume());
    },
    breakAll,
    close: async (): Promise<void> => {
      breakAll();
      for (const end of buried) end.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
};

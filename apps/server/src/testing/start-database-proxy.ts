import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A way to a database that can be cut and mended, so that a test can take the database away, and frozen and thawed:
 * then what either side sends is held, as by a network that swallows it, and comes after all. What was swallowed never
 * comes: such a connection is dead, and neither side is told.
 */
export const startDatabaseProxy = async (databaseUrl: string) => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const peers = new WeakMap<Socket, Socket>();
  let isCut = false;
  let isFrozen = false;
  let isSwallowing = false;
  const dead = new WeakSet<Socket>();
  const bury = (socket: Socket) => {
    dead.add(socket);
    socket.unpipe().resume();
  };
  let lastWords: { said: string; then: string } | undefined;
  const freeze = () => {
    isFrozen = true;
    lastWords = undefined;
    for (const socket of sockets) socket.unpipe().pause();
  };
  const proxy = createServer((client) => {
    if (isCut) return client.destroy();
    const database = connect(Number(target.port), target.hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('close', () => !dead.has(client) && database.destroy());
    database.on('close', () => !dead.has(client) && client.destroy());
    peers.set(client, database).set(database, client);
    if (isSwallowing) [client, database].forEach(bury);
    else if (!isFrozen) client.pipe(database).pipe(client);
    let heard = '';
    // After the pipe's own listener: what was said has gone on.
    client.on('data', (chunk: Buffer) => {
      if (!lastWords) return;
      heard += chunk.toString('latin1');
      const place = heard.indexOf(lastWords.said);
      if (place >= 0 && heard.includes(lastWords.then, place)) freeze();
    });
    if (isFrozen) client.pause();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const proxied = new URL(databaseUrl);
  proxied.hostname = '127.0.0.1';
  proxied.port = String((proxy.address() as AddressInfo).port);
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    databaseUrl: proxied.href,
    cut,
    mend: () => {
      isCut = false;
    },
    freeze,
    /** Freezes once a connection has said the one and then the other: the database hears both and answers nobody. */
    freezeAfter: (words: { said: string; then: string }) => {
      lastWords = words;
    },
    thaw: () => {
      isFrozen = false;
      for (const socket of sockets) if (!dead.has(socket)) socket.pipe(peers.get(socket)!);
    },
    /** Swallows what every connection says from now on, the new ones' too. Returns how many it met. */
    swallow: () => {
      isSwallowing = true;
      const met = [...sockets].filter((socket) => !dead.has(socket));
      met.forEach(bury);
      return met.length / 2;
    },
    /** New connections work again; those that were swallowed stay dead. */
    letThrough: () => {
      isSwallowing = false;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
};

import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createStatementReader } from './create-statement-reader.ts';

/** A way to a database that writes down the statements that go over it, each of which is one round trip. */
export const startTripCounter = async (databaseUrl: string) => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const transactions: string[][] = [];
  const proxy = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
    const read = createStatementReader();
    let isWithin = false;
    client.on('data', (chunk: Buffer) => {
      for (const statement of read(chunk)) {
        if (/^begin/i.test(statement)) isWithin = transactions.push([]) > 0;
        if (isWithin) transactions.at(-1)!.push(statement);
        if (/^(commit|rollback)/i.test(statement)) isWithin = false;
      }
    });
    client.pipe(database).pipe(client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const proxied = new URL(databaseUrl);
  proxied.hostname = '127.0.0.1';
  proxied.port = String((proxy.address() as AddressInfo).port);
  return {
    databaseUrl: proxied.href,
    /** The statements of each transaction since this was asked last, from its BEGIN to its COMMIT; of one at a time. */
    takeTransactions: (): string[][] => transactions.splice(0),
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => proxy.close(() => resolve()));
    },
  };
};

import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createStatementReader } from '@field-inspection/server/testing/create-statement-reader';

/**
 * A way to a database that stands still after a statement of a transaction: the database has heard it, and nobody hears
 * its answer. Statements are counted from BEGIN, which is the first, to COMMIT.
 */
export const startStatementProxy = async (databaseUrl: string) => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let stopAfter = Infinity;
  let stopped = Promise.withResolvers<string>();
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
    const count = countStatements();
    let isStill = false;
    client.on('data', (chunk: Buffer) => {
      if (isStill) return;
      database.write(chunk);
      const statement = count(chunk);
      if (statement.number < stopAfter) return;
      isStill = true;
      stopped.resolve(statement.text);
    });
    database.on('data', (chunk) => {
      if (!isStill) client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const proxied = new URL(databaseUrl);
  proxied.hostname = '127.0.0.1';
  proxied.port = String((proxy.address() as AddressInfo).port);
  return {
    databaseUrl: proxied.href,
    /** Gives the text of that statement once the database has it. */
    stopAfter: (number: number): Promise<string> => {
      stopAfter = number;
      stopped = Promise.withResolvers();
      return stopped.promise;
    },
    /** Lets all connections go, and those that come later through. */
    drop: () => {
      stopAfter = Infinity;
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => proxy.close(() => resolve()));
    },
  };
};

/** Of one connection: how many statements its transaction has by now, 0 outside of any, and the text of the last. */
const countStatements = () => {
  const read = createStatementReader();
  let [number, text] = [0, ''];
  return (chunk: Buffer): { number: number; text: string } => {
    for (text of read(chunk)) {
      if (/^begin/i.test(text)) number = 1;
      else if (number > 0) number += 1;
    }
    return { number, text };
  };
};

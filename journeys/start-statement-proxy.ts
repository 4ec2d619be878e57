import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What a client says after it has signed in: a letter, the length of the rest, the rest (PostgreSQL 18, 54.2). */
type Message = { type: string; body: string };

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
  const read = readMessages();
  let [number, text] = [0, ''];
  return (chunk: Buffer): { number: number; text: string } => {
    for (const { type, body } of read(chunk)) {
      // A statement is a query, or ends with Sync after its Parse and Bind.
      if (type === 'Q' || type === 'P') text = body;
      if (type !== 'Q' && type !== 'S') continue;
      if (/^begin/i.test(text)) number = 1;
      else if (number > 0) number += 1;
    }
    return { number, text };
  };
};

const readMessages = () => {
  let rest = Buffer.alloc(0);
  let isFirst = true;
  return (chunk: Buffer): Message[] => {
    rest = Buffer.concat([rest, chunk]);
    const messages: Message[] = [];
    for (;;) {
      // The first has no letter.
      const start = isFirst ? 0 : 1;
      if (rest.length < start + 4) return messages;
      const end = start + rest.readUInt32BE(start);
      if (rest.length < end) return messages;
      const type = isFirst ? '' : String.fromCharCode(rest[0]!);
      const body = rest.toString('latin1', start + 4, end);
      messages.push({ type, body: type === 'P' ? body.slice(body.indexOf('\0') + 1) : body });
      rest = rest.subarray(end);
      isFirst = false;
    }
  };
};

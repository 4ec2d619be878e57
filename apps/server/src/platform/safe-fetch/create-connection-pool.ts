import type { TLSSocket } from 'node:tls';
import { Client } from 'undici';
import { EgressError } from './egress-error.ts';
import { openTlsSocket, type SocketOptions, type Target } from './open-tls-socket.ts';

export type ConnectionPool = {
  /** The client serves no other request: it is connected to one of the target's addresses, or about to be. */
  borrow: (target: Target, signal: AbortSignal) => { client: Client; giveBack: () => void };
  destroy: () => Promise<void>;
};

type PoolOptions = Omit<SocketOptions, 'signal'> & { keepAliveMs: number };

/** A name that resolves to another address since then never meets the socket of before. */
export const createConnectionPool = (options: PoolOptions): ConnectionPool => {
  const idle = createIdle();

  const open = (key: string, origin: string): Connection => {
    const connection = createConnection(key, origin, options);
    connection.client.on('disconnect', () => {
      if (idle.remove(connection)) void connection.client.destroy();
    });
    return connection;
  };

  const giveBack = (connection: Connection): void => {
    connection.lease = null;
    const isOpen = connection.socket?.destroyed === false && !connection.client.destroyed;
    if (!isOpen || !idle.add(connection)) void connection.client.destroy();
  };

  return {
    borrow: (target, signal) => {
      const key = [target.url.origin, ...target.addresses.toSorted()].join(' ');
      const connection = idle.take(key) ?? open(key, target.url.origin);
      connection.lease = { target, signal, readBefore: connection.socket?.bytesRead ?? 0 };
      return { client: connection.client, giveBack: () => giveBack(connection) };
    },
    destroy: async () => {
      await Promise.all(idle.list().map((connection) => connection.client.destroy()));
    },
  };
};

type Connection = {
  key: string;
  client: Client;
  socket: TLSSocket | null;
  /** The request of this connection. An idle connection has none, and must not connect. */
  lease: { target: Target; signal: AbortSignal; readBefore: number } | null;
};

const MAX_IDLE = 400;

/** Connections by their key. The connection that was used last is taken first. */
const createIdle = () => {
  const byKey = new Map<string, Connection[]>();
  let count = 0;
  const remove = (connection: Connection): boolean => {
    const same = byKey.get(connection.key) ?? [];
    const position = same.lastIndexOf(connection);
    if (position < 0) return false;
    same.splice(position, 1);
    if (same.length === 0) byKey.delete(connection.key);
    count -= 1;
    return true;
  };
  return {
    remove,
    add: (connection: Connection): boolean => {
      if (count >= MAX_IDLE) return false;
      const same = byKey.get(connection.key);
      if (same) same.push(connection);
      else byKey.set(connection.key, [connection]);
      count += 1;
      return true;
    },
    take: (key: string): Connection | undefined => {
      const last = byKey.get(key)?.at(-1);
      if (last) remove(last);
      return last;
    },
    list: (): Connection[] => [...byKey.values()].flat(),
  };
};

// To the parser, a status line or a chunk extension without end is neither header nor body: one such receiver would
// cost half a core until the deadline (measured). No honest answer is cut: 16 KiB of headers and 16 KiB of body are
// taken, and the rest is read ahead.
const MAX_BYTES_READ = 512 * 1024;

const CLIENT_OPTIONS = {
  allowH2: false,
  pipelining: 1,
  maxHeaderSize: 16 * 1024,
  // A slow drip passes idle timeouts; the deadline over the whole exchange replaces them.
  headersTimeout: 0,
  bodyTimeout: 0,
};

const createConnection = (key: string, origin: string, options: PoolOptions): Connection => {
  const client = new Client(origin, {
    ...CLIENT_OPTIONS,
    keepAliveTimeout: options.keepAliveMs,
    keepAliveMaxTimeout: options.keepAliveMs,
    connect: (_, callback) => {
      connect(connection, options).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    },
  });
  // The connector above runs only when a request is dispatched, long after this line.
  const connection: Connection = { key, client, socket: null, lease: null };
  return connection;
};

const connect = async (connection: Connection, options: PoolOptions): Promise<TLSSocket> => {
  const { lease } = connection;
  if (lease === null) throw new EgressError('aborted', 'No request asks for this connection.');
  const socket = await openTlsSocket(lease.target, { ...options, signal: lease.signal });
  // Given a dead socket, undici connects again, as often as the receiver likes.
  if (socket.destroyed) throw new EgressError('reset', 'The connection was closed at once.');
  connection.socket = socket;
  lease.readBefore = 0;
  socket.on('readable', () => {
    const readBytes = socket.bytesRead - (connection.lease?.readBefore ?? 0);
    if (readBytes > MAX_BYTES_READ) socket.destroy(new EgressError('protocol', 'The answer has no end.'));
  });
  return socket;
};

import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from 'node:tls';
import { afterEach } from 'vitest';
import {
  createSafeFetch,
  type SafeFetch,
  type SafeFetchOptions,
} from '../platform/safe-fetch/create-safe-fetch.ts';

/** Written at the socket, so that it can misbehave at every layer. */
export type TestReceiver = {
  port: number;
  connections: () => number;
  sentBytes: () => number;
  allClosed: () => Promise<void>;
  /** Every test ends with a close anyway. */
  close: () => Promise<void>;
};

export type TestReceivers = {
  /** With each piece of data that comes over TLS: with a small request, once a request. */
  receive: (tls: TlsOptions, answer: (socket: TLSSocket, data: Buffer) => void) => Promise<TestReceiver>;
  receiveTcp: (greet: (socket: Socket) => void) => Promise<TestReceiver>;
  /** Admits loopback; a loaded machine keeps the deadline, too, and no socket is closed by itself. */
  open: (options: Partial<SafeFetchOptions>) => SafeFetch;
};

export const useTestReceivers = (): TestReceivers => {
  const closings: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(closings.splice(0).map((close) => close()));
  });

  const start = async (server: Server): Promise<TestReceiver> => {
    const sockets: Socket[] = [];
    server.on('connection', (socket: Socket) => sockets.push(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const close = async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server.close(), 'close');
    };
    closings.push(close);
    return {
      port: (server.address() as AddressInfo).port,
      connections: () => sockets.length,
      sentBytes: () => sockets.reduce((total, socket) => total + socket.bytesWritten, 0),
      allClosed: async () => void (await Promise.all(sockets.map(untilClosed))),
      close,
    };
  };

  return {
    receive: (tls, answer) => start(createTlsServer(tls, (socket) => converse(socket, answer))),
    receiveTcp: (greet) => start(createTcpServer((socket) => converse(socket, ignore, greet))),
    open: (options) => {
      const safeFetch = createSafeFetch({
        allowPrivateNetworks: true,
        timeoutMs: 10_000,
        keepAliveMs: 60_000,
        ...options,
      });
      closings.push(() => safeFetch.close());
      return safeFetch;
    },
  };
};

const converse = <S extends Socket>(
  socket: S,
  answer: (socket: S, data: Buffer) => void,
  greet: (socket: S) => void = ignore,
): void => {
  // At the end of a test a client mostly hangs up in the middle of something.
  socket.on('error', ignore);
  socket.on('data', (data: Buffer) => answer(socket, data));
  greet(socket);
};

const ignore = (): void => {};

const untilClosed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.closed) resolve();
    socket.on('close', () => resolve());
  });

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type SlowClients = {
  /** True if the clients see what the server does with them. */
  areReading: boolean;
  countOpen: () => number;
  /** Statuses that the server answered before it cut off; undefined for a client without an answer. */
  statuses: () => (number | undefined)[];
  close: () => void;
};

export type Slowness = (socket: Socket) => void;

/** All connections are slow in the same way. */
export const openSlowClients = async (
  baseUrl: string,
  count: number,
  beSlow: Slowness,
): Promise<SlowClients> => {
  const { hostname, port } = new URL(baseUrl);
  const answers = new Map<Socket, string>();
  const open = async (): Promise<Socket> => {
    const socket = connect({ host: hostname, port: Number(port) });
    // The server cuts off in the middle.
    socket.on('error', () => {});
    await once(socket, 'connect');
    beSlow(socket);
    return socket;
  };
  const sockets: Socket[] = [];
  for (let opened = 0; opened < count; opened += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - opened) }, open);
    sockets.push(...(await Promise.all(batch)));
  }
  for (const socket of sockets) {
    if (socket.isPaused()) continue;
    socket.on('data', (chunk: Buffer) => {
      if (!answers.has(socket)) answers.set(socket, chunk.toString('latin1', 0, 64));
    });
  }
  return {
    areReading: sockets.every((socket) => !socket.isPaused()),
    countOpen: () => sockets.filter(({ closed }) => !closed).length,
    statuses: () => sockets.map((socket) => readStatus(answers.get(socket))),
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
};

const BATCH = 200;

const readStatus = (answer: string | undefined): number | undefined => {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(answer ?? '')?.[1];
  return status === undefined ? undefined : Number(status);
};

const DRIP_MS = 1_000;

const drip = (socket: Socket, bytes: string): void => {
  const timer = setInterval(() => {
    if (socket.writable) socket.write(bytes);
  }, DRIP_MS);
  socket.on('close', () => clearInterval(timer));
};

/** Ways to hold a connection without asking for anything in time. */
export const SLOWNESSES = {
  'says nothing': (): Slowness => () => {},
  'sends its headers line by line': (): Slowness => (socket) => {
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n');
    drip(socket, 'X-A: b\r\n');
  },
  'sends its body byte by byte':
    (apiKey: string): Slowness =>
    (socket) => {
      socket.write(
        `POST /api/v1/public/sessions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 10000\r\n\r\n{',
      );
      drip(socket, ' ');
    },
};

export const readNothing =
  (path: string, apiKey: string): Slowness =>
  (socket) => {
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`);
  };

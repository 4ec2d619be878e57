import { WebSocket, type ClientOptions } from 'ws';
import { SIGNALLING_PATH } from '../platform/media-connection.ts';

export type SignallingClient = {
  socket: WebSocket;
  next: () => Promise<Message>;
  waiting: () => Message[];
  send: (message: object | string | Buffer) => void;
  closed: Promise<{ code: number; reason: string }>;
  close: () => Promise<void>;
};

type Message = { type: string; [member: string]: unknown };

/** Only against a test that would hang; nothing is measured by it. */
const PATIENCE_MS = 10_000;

/** The socket is real. `token` is offered as a subprotocol beside fis.v1. */
export const connectSignalling = async (
  baseUrl: string,
  {
    token,
    protocols = token === undefined ? ['fis.v1'] : ['fis.v1', token],
    query = '',
    ...options
  }: { token?: string; protocols?: string[]; query?: string } & ClientOptions = {},
): Promise<SignallingClient> => {
  const socket = new WebSocket(baseUrl.replace(/^http/, 'ws') + SIGNALLING_PATH + query, protocols, options);
  const arrived: Message[] = [];
  const takers: ((message: Message) => void)[] = [];
  socket.on('message', (frame: Buffer) => {
    const message = JSON.parse(frame.toString()) as Message;
    const taker = takers.shift();
    if (taker) taker(message);
    else arrived.push(message);
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
  );
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => {});
  return {
    socket,
    next: () => {
      const message = arrived.shift();
      if (message) return Promise.resolve(message);
      return withPatience('a message', new Promise((resolve) => takers.push(resolve)));
    },
    waiting: () => arrived,
    send: (message) =>
      socket.send(
        typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message),
      ),
    closed: withPatience('the end of the connection', closed, 60_000),
    close: async () => {
      socket.close();
      await closed;
    },
  };
};

const withPatience = <T>(what: string, promise: Promise<T>, ms = PATIENCE_MS): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`waited in vain for ${what}`)), ms);
    timer.unref();
    void promise.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });

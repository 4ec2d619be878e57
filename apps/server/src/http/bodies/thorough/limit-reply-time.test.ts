import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limitReplyTime } from '../limit-times.ts';

const MIB = 1024 * 1024;
/** More than the buffers of both sides of a loopback connection. */
const REPLY_BYTES = 64 * MIB;
const EVERY_MS = 700;

let server: Server;
let client: Socket;
let ended: Promise<{ error: unknown; sourceDestroyed: boolean }>;

beforeEach(async () => {
  const app = express();
  const done = Promise.withResolvers<Awaited<typeof ended>>();
  ended = done.promise;
  app.use(limitReplyTime({ everyMs: EVERY_MS }));
  app.get('/whole', (_request, response) => void response.end(Buffer.alloc(REPLY_BYTES)));
  app.get('/streamed', (_request, response) => {
    const source = Readable.from(pieces());
    void pipeline(source, response)
      .catch((error: unknown) => error)
      .then((error) => done.resolve({ error, sourceDestroyed: source.destroyed }));
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  client.destroy();
  server.closeAllConnections();
  await once(server.close(), 'close');
});

const pieces = function* (): Generator<Buffer> {
  for (let sent = 0; sent < REPLY_BYTES; sent += 64 * 1024) yield Buffer.alloc(64 * 1024);
};

const ask = async (path: string): Promise<Socket> => {
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {});
  await once(client, 'connect');
  client.pause();
  client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  return client;
};

const countConnections = (): Promise<number> =>
  new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

describe('a client that does not read its reply', () => {
  it.each(['/whole', '/streamed'])('is cut off: %s', async (path) => {
    await ask(path);
    await expect.poll(countConnections).toBe(1);
    await expect.poll(countConnections, { timeout: 20_000 }).toBe(0);
  });

  it('holds its source no longer than its connection', async () => {
    await ask('/streamed');
    expect(await ended).toMatchObject({ error: expect.any(Error), sourceDestroyed: true });
  });

  it('is cut off, too, when it reads a little now and then', async () => {
    const socket = await ask('/streamed');
    const timer = setInterval(() => socket.read(100), 20);
    await expect.poll(countConnections, { timeout: 20_000 }).toBe(0);
    clearInterval(timer);
  });
});

it.each(['/whole', '/streamed'])(
  'a client that reads steadily gets all of it, however long it takes: %s',
  async (path) => {
    const socket = await ask(path);
    let readBytes = 0;
    const started = performance.now();
    const ending = once(socket, 'close');
    socket.on('data', (chunk: Buffer) => {
      readBytes += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), 2);
    });
    socket.resume();
    await ending;
    expect(readBytes).toBeGreaterThan(REPLY_BYTES);
    expect(performance.now() - started).toBeGreaterThan(2 * EVERY_MS);
  },
);

it('a client that reads nothing for two looks in a row, and then goes on, gets all of it', async () => {
  const socket = await ask('/streamed');
  let readBytes = 0;
  const ending = once(socket, 'close');
  socket.on('data', (chunk: Buffer) => {
    readBytes += chunk.length;
  });
  socket.pause();
  await sleep(2.2 * EVERY_MS);
  socket.resume();
  await ending;
  expect(readBytes).toBeGreaterThan(REPLY_BYTES);
});

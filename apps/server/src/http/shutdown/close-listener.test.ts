import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { closeListener } from '../listen-http.ts';

const COUNT = 30;

const listen = async () => {
  const server = createServer((_request, response) => void sleep(20).then(() => response.end('done')));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

const ask = ({ port }: AddressInfo): Promise<string> =>
  new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code!));
    socket.on('end', () => resolve(answer.split('\r\n').at(-1)!));
  });

/** On one host a connection waits to be accepted before this turn is over. */
const askAndClose = async (close: (server: Server) => unknown) => {
  const server = await listen();
  const answers = Array.from({ length: COUNT }, () => ask(server.address() as AddressInfo));
  await new Promise((resolve) => process.nextTick(resolve));
  await close(server);
  return Promise.all(answers);
};

it('a connection that waits to be accepted when the server stops is accepted, and its request answered', async () => {
  expect(await askAndClose(closeListener)).toEqual(Array.from({ length: COUNT }, () => 'done'));
});

it('a listener that is closed at once would have the system reset it', async () => {
  const answers = await askAndClose((server) => new Promise((resolve) => server.close(resolve)));
  expect(new Set(answers)).toEqual(new Set(['ECONNRESET']));
});

it('a connection that is kept alive and idle does not hold up the stop, and new ones are refused after it', async () => {
  const server = await listen();
  const address = server.address() as AddressInfo;
  const kept = connect(address.port, '127.0.0.1');
  kept.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(kept, 'data');
  const ended = once(kept, 'close');
  kept.resume();
  const began = performance.now();
  await closeListener(server);
  await ended;
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(await ask(address)).toBe('ECONNREFUSED');
});

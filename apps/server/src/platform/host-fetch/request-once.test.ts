import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { requestOnce } from './request-once.ts';

const MIB = 1024 * 1024;

let server: Server;
let socket: Socket | undefined;
afterEach(async () => {
  socket?.destroy();
  await once(server.close(), 'close');
});

const listen = async (answer: (socket: Socket) => void): Promise<number> => {
  server = createServer((accepted) => {
    socket = accepted;
    accepted.on('error', () => {}).resume();
    answer(accepted);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

const ask = (url: string, signal: AbortSignal) =>
  requestOnce(url, { method: 'POST', headers: {}, body: 'x', signal });

describe('requestOnce', () => {
  it('asks once, and has hung up when it is aborted', async () => {
    const ended = new AbortController();
    const port = await listen((accepted) => accepted.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'));
    const { statusCode, body } = await ask(`http://127.0.0.1:${port}/a?b=c`, ended.signal);
    expect([statusCode, await body.text()]).toEqual([200, 'ok']);
    const closed = once(socket!, 'close');
    ended.abort();
    await closed;
  });

  it('hangs up on a flood of interim answers, long before any deadline', async () => {
    const flood = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000);
    const port = await listen((accepted) => {
      const write = (): void => {
        while (!accepted.destroyed && accepted.write(flood));
      };
      accepted.on('drain', write);
      write();
    });
    await expect(ask(`http://127.0.0.1:${port}/`, AbortSignal.timeout(50_000))).rejects.toThrow('has no end');
    // The bound is 1 MiB, and bytes on their way come on top.
    expect(socket!.bytesWritten).toBeLessThan(16 * MIB);
  });

  it('gives up a handshake when it is aborted', async () => {
    const port = await listen(() => {});
    const begun = performance.now();
    await expect(ask(`https://127.0.0.1:${port}/`, AbortSignal.timeout(200))).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    // The library's own limit would be longer.
    expect(performance.now() - begun).toBeLessThan(9_000);
  });
});

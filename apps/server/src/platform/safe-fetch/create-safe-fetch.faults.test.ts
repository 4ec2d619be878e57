import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { SafeFetchOutcome } from './create-safe-fetch.ts';
import { createTestAuthority } from '../../testing/create-test-authority.ts';
import { useTestReceivers, type TestReceiver } from '../../testing/use-test-receivers.ts';

const authority = createTestAuthority();
const { ca } = authority;
const trusted = authority.issue();

const { receive: receiveTls, receiveTcp, open } = useTestReceivers();

const receive = (answer: (socket: TLSSocket) => void): Promise<TestReceiver> => receiveTls(trusted, answer);

const sendTo = (
  { port }: TestReceiver,
  options: { timeoutMs?: number; body?: string } = {},
): Promise<SafeFetchOutcome> => {
  const { timeoutMs = 10_000, body = '{}' } = options;
  return open({ ca, timeoutMs })({
    url: `https://127.0.0.1:${port}/hook`,
    method: 'POST',
    headers: {},
    body,
  });
};

const pour = (socket: Socket, chunk: Buffer | string, limitBytes = Infinity): void => {
  let pouredBytes = 0;
  const write = (): void => {
    while (!socket.destroyed && pouredBytes < limitBytes) {
      pouredBytes += chunk.length;
      if (!socket.write(chunk)) return;
    }
  };
  socket.on('drain', write);
  write();
};

const drip = (socket: Socket, next: () => string): void => {
  const timer = setInterval(() => socket.write(next()), 10);
  socket.on('close', () => clearInterval(timer));
};

const KIB = 1024;
const MIB = KIB * KIB;
// A loopback connection buffers this much in the kernel and in Node; measured 4 MiB.
const IN_FLIGHT_MAX = 16 * MIB;

const OK_HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n';

describe('an answer that arrives counts, whatever its status', () => {
  it.each([200, 204, 299, 301, 400, 404, 410, 500, 503])('%d', async (status) => {
    const receiver = await receive((socket) =>
      socket.write(`HTTP/1.1 ${status} X\r\ncontent-length: 0\r\n\r\n`),
    );
    await expect(sendTo(receiver)).resolves.toMatchObject({ ok: true, status, bodyExcerpt: '' });
  });

  it('429 with its Retry-After', async () => {
    const head =
      'HTTP/1.1 429 X\r\nretry-after: 120\r\ncontent-type: text/plain\r\ncontent-length: 4\r\n\r\n';
    const receiver = await receive((socket) => socket.write(`${head}slow`));
    await expect(sendTo(receiver)).resolves.toMatchObject({
      ok: true,
      status: 429,
      headers: { 'retry-after': '120', 'content-type': 'text/plain' },
      bodyExcerpt: 'slow',
    });
  });

  it.each([301, 302, 303, 307, 308])('%d, and no connection goes where it points', async (status) => {
    const trap = await receive((socket) => socket.end(`${OK_HEAD}content-length: 0\r\n\r\n`));
    for (const location of [`https://localhost:${trap.port}/`, 'https://169.254.169.254/latest/meta-data']) {
      const receiver = await receive((socket) =>
        socket.write(`HTTP/1.1 ${status} X\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`),
      );
      await expect(sendTo(receiver)).resolves.toMatchObject({ ok: true, status });
      expect(receiver.connections()).toBe(1);
    }
    expect(trap.connections()).toBe(0);
  });

  it('a few interim responses are passed over', async () => {
    const receiver = await receive((socket) =>
      socket.write(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${OK_HEAD}content-length: 2\r\n\r\nok`),
    );
    await expect(sendTo(receiver)).resolves.toMatchObject({ ok: true, status: 200, bodyExcerpt: 'ok' });
  });

  it('a body without a length ends with the connection', async () => {
    const receiver = await receive((socket) => socket.end(`${OK_HEAD}\r\nuntil the end`));
    await expect(sendTo(receiver)).resolves.toMatchObject({ ok: true, bodyExcerpt: 'until the end' });
  });
});

describe('of a body, 16 KiB are kept and the rest is not read', () => {
  it.each([
    ['64 MiB with their length', `content-length: ${64 * MIB}\r\n\r\n`, 'a'.repeat(64 * KIB)],
    ['chunks without end', 'transfer-encoding: chunked\r\n\r\n', `10000\r\n${'a'.repeat(64 * KIB)}\r\n`],
    ['bytes until the connection ends', '\r\n', 'a'.repeat(64 * KIB)],
  ])('%s', async (_, head, chunk) => {
    const receiver = await receive((socket) => {
      socket.write(OK_HEAD + head);
      pour(socket, chunk, 64 * MIB);
    });
    await expect(sendTo(receiver)).resolves.toMatchObject({
      ok: true,
      status: 200,
      bodyExcerpt: 'a'.repeat(16 * KIB),
    });
    await receiver.allClosed();
    expect(receiver.sentBytes()).toBeLessThan(IN_FLIGHT_MAX);
  });
  it('a gzip bomb stays packed, though nobody asked for compression', async () => {
    const bomb = gzipSync(Buffer.alloc(48 * MIB));
    const receiver = await receive((socket) => {
      socket.write(`${OK_HEAD}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    });
    const outcome = await sendTo(receiver);
    expect(outcome).toMatchObject({ ok: true, status: 200 });
    const excerpt = outcome.ok ? outcome.bodyExcerpt : '';
    expect(excerpt.startsWith('\x1f\uFFFD')).toBe(true);
    expect(Buffer.byteLength(excerpt)).toBeLessThanOrEqual(16 * KIB);
  });
});

describe('one deadline ends every way of never finishing', () => {
  it.each<[string, string, (socket: TLSSocket) => void]>([
    ['silence', 'waiting for the answer', () => {}],
    [
      'headers that drip',
      'waiting for the answer',
      (socket) => {
        socket.write(OK_HEAD);
        drip(socket, () => 'a');
      },
    ],
    ['half a header block', 'waiting for the answer', (socket) => socket.write(OK_HEAD)],
    [
      'headers, then silence',
      'reading the body',
      (socket) => socket.write(`${OK_HEAD}content-length: 5\r\n\r\n`),
    ],
    [
      'a body that drips',
      'reading the body',
      (socket) => {
        socket.write(`${OK_HEAD}content-length: 9000\r\n\r\n`);
        drip(socket, () => 'a');
      },
    ],
    [
      'chunk by chunk without end',
      'reading the body',
      (socket) => {
        socket.write(`${OK_HEAD}transfer-encoding: chunked\r\n\r\n`);
        drip(socket, () => '1\r\na\r\n');
      },
    ],
  ])('%s', async (_, phase, answer) => {
    const receiver = await receive(answer);
    await expect(sendTo(receiver, { timeoutMs: 300 })).resolves.toMatchObject({
      ok: false,
      errorClass: 'timeout',
      message: expect.stringContaining(phase),
    });
    await receiver.allClosed();
  });

  it('a TCP connection that never speaks TLS', async () => {
    const receiver = await receiveTcp(() => {});
    await expect(sendTo(receiver, { timeoutMs: 300 })).resolves.toMatchObject({
      ok: false,
      errorClass: 'timeout',
      message: expect.stringContaining('connecting'),
    });
    await receiver.allClosed();
  });

  it('a TLS handshake that drips', async () => {
    const receiver = await receiveTcp((socket) => {
      socket.write(Buffer.from([22, 3, 3, 0x3f, 0xff, 2, 0, 0x3f, 0xfb]));
      drip(socket, () => '\0');
    });
    await expect(sendTo(receiver, { timeoutMs: 300 })).resolves.toMatchObject({
      ok: false,
      errorClass: 'timeout',
    });
    await receiver.allClosed();
  });

  it('a receiver that takes the connection but not the request', async () => {
    const receiver = await receive((socket) => socket.pause());
    const outcome = await sendTo(receiver, { timeoutMs: 300, body: 'a'.repeat(32 * MIB) });
    expect(outcome).toMatchObject({ ok: false, errorClass: 'timeout' });
  });
});

describe('what is not HTTP/1.1 is a protocol error', () => {
  it.each<[string, (socket: TLSSocket) => void]>([
    ['another protocol', (socket) => socket.write('SSH-2.0-OpenSSH_9.9\r\n')],
    ['a status that is no number', (socket) => socket.write('HTTP/1.1 abc OK\r\n\r\n')],
    ['HTTP/2 frames', (socket) => socket.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]))],
    ['a space before the colon', (socket) => socket.write('HTTP/1.1 200 OK\r\nx : y\r\n\r\n')],
    ['two lengths', (socket) => socket.write(`${OK_HEAD}content-length: 1\r\ncontent-length: 2\r\n\r\nab`)],
    [
      'a chunk size that is none',
      (socket) => socket.write(`${OK_HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n`),
    ],
    ['an upgrade', (socket) => socket.write('HTTP/1.1 101 X\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')],
    [
      '17 KiB of headers',
      (socket) => socket.write(`${OK_HEAD}x: ${'a'.repeat(17 * KIB)}\r\ncontent-length: 0\r\n\r\n`),
    ],
    [
      '100 headers of 8 KiB',
      (socket) => {
        socket.write(OK_HEAD);
        for (let index = 0; index < 100; index += 1) socket.write(`x-${index}: ${'a'.repeat(8 * KIB)}\r\n`);
        socket.write('content-length: 0\r\n\r\n');
      },
    ],
    [
      'one header without end',
      (socket) => {
        socket.write(`${OK_HEAD}x: `);
        pour(socket, 'a'.repeat(KIB));
      },
    ],
    [
      'trailers without end',
      (socket) => {
        socket.write(`${OK_HEAD}transfer-encoding: chunked\r\n\r\n0\r\n`);
        pour(socket, `x: ${'a'.repeat(KIB)}\r\n`);
      },
    ],
    [
      'a chunk extension without end',
      (socket) => {
        socket.write(`${OK_HEAD}transfer-encoding: chunked\r\n\r\n1;`);
        pour(socket, 'a'.repeat(KIB));
      },
    ],
    [
      'a status line without end',
      (socket) => {
        socket.write('HTTP/1.1 200 ');
        pour(socket, 'a'.repeat(KIB));
      },
    ],
    ['a flood of 103', (socket) => pour(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n')],
    ['a flood of 100', (socket) => pour(socket, 'HTTP/1.1 100 Continue\r\n\r\n')],
  ])('%s', async (_, answer) => {
    const receiver = await receive(answer);
    await expect(sendTo(receiver)).resolves.toMatchObject({ ok: false, errorClass: 'protocol' });
    await receiver.allClosed();
    expect(receiver.sentBytes()).toBeLessThan(IN_FLIGHT_MAX);
  });
});

describe('a status that no answer to this request can have is a breach of the protocol', () => {
  it.each(['101 Switching Protocols', '099 Low', '000 None', '199 Odd'])('%s', async (status) => {
    const receiver = await receive((socket) => {
      socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`);
    });
    const outcome = await sendTo(receiver);
    expect(outcome.ok ? outcome : outcome.errorClass).toMatch(/^(protocol|reset)$/);
  });
});

describe('a connection that breaks has its class', () => {
  it('nobody listens: refused', async () => {
    const receiver = await receiveTcp(() => {});
    await receiver.close();
    await expect(sendTo(receiver)).resolves.toMatchObject({ ok: false, errorClass: 'refused' });
  });

  it.each<[string, (socket: Socket) => void]>([
    ['a reset', (socket) => socket.resetAndDestroy()],
    ['an end', (socket) => socket.end()],
  ])('%s before TLS: reset', async (_, greet) => {
    await expect(sendTo(await receiveTcp(greet))).resolves.toMatchObject({ ok: false, errorClass: 'reset' });
  });

  it.each<[string, (socket: TLSSocket) => void]>([
    ['an end instead of an answer', (socket) => socket.end()],
    ['an end amid the headers', (socket) => socket.end(OK_HEAD)],
    ['an end amid the body', (socket) => socket.end(`${OK_HEAD}content-length: 5\r\n\r\nab`)],
    ['an end amid the chunks', (socket) => socket.end(`${OK_HEAD}transfer-encoding: chunked\r\n\r\n5\r\nab`)],
    ['a hang-up', (socket) => socket.destroy()],
  ])('%s: reset', async (_, answer) => {
    await expect(sendTo(await receive(answer))).resolves.toMatchObject({ ok: false, errorClass: 'reset' });
  });
});

import { describe, expect, it } from 'vitest';
import type { SafeFetch, SafeFetchOutcome } from './create-safe-fetch.ts';
import { createTestAuthority } from '../../testing/create-test-authority.ts';
import { useTestReceivers, type TestReceiver } from '../../testing/use-test-receivers.ts';

const authority = createTestAuthority();
const { ca } = authority;
const { receive, open } = useTestReceivers();

const listen = (): Promise<TestReceiver> =>
  receive(authority.issue(), (socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));

const answering = (...answers: string[][]) => {
  const asked: string[] = [];
  return {
    asked,
    resolve: async (hostname: string): Promise<string[]> => answers[asked.push(hostname) - 1] ?? [],
  };
};

const send = (safeFetch: SafeFetch, url: string): Promise<SafeFetchOutcome> =>
  safeFetch({ url, method: 'POST', headers: {}, body: '{}' });

const BLOCKED = { ok: false, errorClass: 'blocked_address' };
const PUBLIC = '93.184.215.14';

describe('where a name leads is judged at each request', () => {
  it.each([
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '0.0.0.0',
    '10.0.0.1',
    '169.254.169.254',
  ])('a name that resolves to %s gets no connection', async (address) => {
    const receiver = await listen();
    const { resolve } = answering([address]);
    const safeFetch = open({ allowPrivateNetworks: false, ca, resolve });
    await expect(send(safeFetch, `https://receiver.test:${receiver.port}/`)).resolves.toMatchObject(BLOCKED);
    expect(receiver.connections()).toBe(0);
  });

  it.each([[[PUBLIC, '127.0.0.1']], [['127.0.0.1', PUBLIC]], [[PUBLIC, '2606:4700::1111', '::1']]])(
    'one bad answer among %j refuses all',
    async (addresses) => {
      const receiver = await listen();
      const { resolve } = answering(addresses);
      const safeFetch = open({ allowPrivateNetworks: false, ca, resolve });
      await expect(send(safeFetch, `https://receiver.test:${receiver.port}/`)).resolves.toMatchObject(
        BLOCKED,
      );
      expect(receiver.connections()).toBe(0);
    },
  );

  it.each(['169.254.169.254', '::ffff:127.0.0.1', '100.100.100.200'])(
    'a name that led to an admitted address and now to %s is refused, kept socket or not',
    async (address) => {
      const receiver = await listen();
      const dns = answering(['127.0.0.1'], [address], ['127.0.0.1', address], ['127.0.0.1']);
      const safeFetch = open({ ca, resolve: dns.resolve });
      const url = `https://localhost:${receiver.port}/`;

      await expect(send(safeFetch, url)).resolves.toMatchObject({ ok: true, status: 204 });
      await expect(send(safeFetch, url)).resolves.toMatchObject(BLOCKED);
      await expect(send(safeFetch, url)).resolves.toMatchObject(BLOCKED);
      await expect(send(safeFetch, url)).resolves.toMatchObject({ ok: true, status: 204 });
      expect(dns.asked).toEqual(['localhost', 'localhost', 'localhost', 'localhost']);
      expect(receiver.connections()).toBe(1);
    },
  );

  it('a socket is kept for the addresses that it was vetted with, and for no others', async () => {
    const receiver = await listen();
    const dns = answering(['127.0.0.1'], ['127.0.0.1', '::1'], ['::1', '127.0.0.1'], ['127.0.0.1']);
    const safeFetch = open({ ca, resolve: dns.resolve });
    for (const expectedConnections of [1, 2, 2, 2]) {
      const outcome = await send(safeFetch, `https://localhost:${receiver.port}/`);
      expect(outcome).toMatchObject({ ok: true });
      expect(receiver.connections()).toBe(expectedConnections);
    }
  });
});

describe('the vetted address is the one connected to', () => {
  it('asks once a request, and never about a literal', async () => {
    const receiver = await listen();
    const dns = answering(['127.0.0.1']);
    const safeFetch = open({ ca, resolve: dns.resolve });
    await send(safeFetch, `https://localhost:${receiver.port}/`);
    await send(safeFetch, `https://127.0.0.1:${receiver.port}/`);
    await send(safeFetch, `https://[::1]:${receiver.port}/`);
    expect(dns.asked).toEqual(['localhost']);
  });

  it('tries the next address where one is dead', async () => {
    const receiver = await listen();
    const safeFetch = open({ ca, resolve: answering(['::1', '127.0.0.1']).resolve });
    const outcome = await send(safeFetch, `https://localhost:${receiver.port}/`);
    expect(outcome).toMatchObject({ ok: true, status: 204 });
  });
});

describe('a name that does not resolve', () => {
  it.each([
    [
      'does not exist',
      () => Promise.reject(Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })),
    ],
    ['has no address', () => Promise.resolve([])],
  ])('%s: dns', async (_, resolve) => {
    const outcome = await send(open({ resolve }), 'https://receiver.test/');
    expect(outcome).toMatchObject({ ok: false, errorClass: 'dns' });
  });

  it('takes too long: timeout, and an answer that comes later changes nothing', async () => {
    const receiver = await listen();
    const { promise, resolve: answerLate } = Promise.withResolvers<string[]>();
    const outcome = await send(
      open({ ca, timeoutMs: 300, resolve: () => promise }),
      `https://localhost:${receiver.port}/`,
    );
    expect(outcome).toMatchObject({
      ok: false,
      errorClass: 'timeout',
      message: expect.stringContaining('resolving'),
    });
    answerLate(['127.0.0.1']);
    await promise;
    expect(receiver.connections()).toBe(0);
  });
});

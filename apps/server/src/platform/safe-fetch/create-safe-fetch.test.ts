import { describe, expect, it, vi } from 'vitest';
import type { SafeFetch, SafeFetchOutcome } from './create-safe-fetch.ts';
import { createTestAuthority } from '../../testing/create-test-authority.ts';
import { useTestReceivers, type TestReceiver } from '../../testing/use-test-receivers.ts';

const authority = createTestAuthority();
const { ca } = authority;
const trusted = authority.issue();
const { receive, receiveTcp, open } = useTestReceivers();

const NO_CONTENT = 'HTTP/1.1 204 No Content\r\n\r\n';

const send = (safeFetch: SafeFetch, { port }: TestReceiver, host = 'localhost'): Promise<SafeFetchOutcome> =>
  safeFetch({ url: `https://${host}:${port}/hook`, method: 'POST', headers: {}, body: '{}' });

const listen = (answer = NO_CONTENT): Promise<TestReceiver> =>
  receive(trusted, (socket) => socket.write(answer));

describe('what goes out', () => {
  it('is what was asked for, and nothing else but host, length and no compression', async () => {
    const requests: string[] = [];
    const receiver = await receive(trusted, (socket, data) => {
      requests.push(data.toString());
      socket.write(NO_CONTENT);
    });
    const safeFetch = open({ ca });
    const url = `https://LOCALHOST:${receiver.port}/hook/%C3%A9?a=1&b=%20`;
    const headers = { 'Content-Type': 'application/json', 'Accept-Encoding': 'gzip', 'Svc-Event-Id': 'evt' };
    await safeFetch({ url, method: 'POST', headers, body: '{"é":1}' });
    await safeFetch({ url: `https://localhost:${receiver.port}`, method: 'GET', headers: {} });

    expect(requests).toEqual([
      [
        'POST /hook/%C3%A9?a=1&b=%20 HTTP/1.1',
        `host: localhost:${receiver.port}`,
        'connection: keep-alive',
        'content-type: application/json',
        'accept-encoding: identity',
        'svc-event-id: evt',
        'content-length: 8',
        '',
        '{"é":1}',
      ].join('\r\n'),
      [
        'GET / HTTP/1.1',
        `host: localhost:${receiver.port}`,
        'connection: keep-alive',
        'accept-encoding: identity',
        '',
        '',
      ].join('\r\n'),
    ]);
  });

  it('goes past any proxy of the environment', async () => {
    const proxy = await receiveTcp(() => {});
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'HTTP_PROXY', 'http_proxy']) {
      vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
    }
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    try {
      await expect(send(open({ ca }), await listen())).resolves.toMatchObject({ ok: true });
    } finally {
      vi.unstubAllEnvs();
    }
    expect(proxy.connections()).toBe(0);
  });

  it('never carries a cookie that an answer set', async () => {
    const requests: string[] = [];
    const receiver = await receive(trusted, (socket, data) => {
      requests.push(data.toString());
      socket.write('HTTP/1.1 204 No Content\r\nset-cookie: a=b\r\n\r\n');
    });
    const safeFetch = open({ ca });
    await send(safeFetch, receiver);
    await send(safeFetch, receiver);
    expect(requests).toHaveLength(2);
    expect(requests.join()).not.toMatch(/cookie/i);
  });

  it('goes nowhere for a URL that is refused', async () => {
    const receiver = await listen();
    const safeFetch = open({ ca });
    for (const url of [
      `http://localhost:${receiver.port}/`,
      `https://u@localhost:${receiver.port}/`,
      'https://h:25/',
    ]) {
      const outcome = await safeFetch({ url, method: 'POST', headers: {} });
      expect(outcome).toMatchObject({ ok: false, errorClass: 'blocked_url' });
    }
    const literal = await send(open({ ca, allowPrivateNetworks: false }), receiver, '127.0.0.1');
    expect(literal).toMatchObject({ ok: false, errorClass: 'blocked_address' });
    expect(receiver.connections()).toBe(0);
  });

  it('rejects a header that would smuggle another, since only this program can have made it', async () => {
    const receiver = await listen();
    const url = `https://localhost:${receiver.port}/`;
    const request = open({ ca })({ url, method: 'POST', headers: { 'x-a': 'b\r\nx-c: d' } });
    await expect(request).rejects.toThrow('invalid');
  });
});

describe('the certificate', () => {
  const tls = { ok: false, errorClass: 'tls' };

  it('counts for the host name, and for the address where the URL has one', async () => {
    const receiver = await listen();
    await expect(send(open({ ca }), receiver, 'localhost')).resolves.toMatchObject({ ok: true });
    await expect(send(open({ ca }), receiver, '127.0.0.1')).resolves.toMatchObject({ ok: true });
  });

  it.each([
    ['expired', { notAfter: '2021-01-01' }],
    ['not valid yet', { notBefore: '2099-01-01' }],
  ])('%s: tls', async (_, validity) => {
    const receiver = await receive(authority.issue(validity), (socket) => socket.write(NO_CONTENT));
    await expect(send(open({ ca }), receiver)).resolves.toMatchObject(tls);
  });

  it('self-signed: tls', async () => {
    const receiver = await receive(authority.self, (socket) => socket.write(NO_CONTENT));
    await expect(send(open({}), receiver)).resolves.toMatchObject(tls);
  });

  it('of an authority that nobody told of: tls, whatever the environment says', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    try {
      await expect(send(open({}), await listen())).resolves.toMatchObject(tls);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("of another host: tls, and the server is asked for the URL's name, not for an address", async () => {
    const names: string[] = [];
    const SNICallback = (name: string, done: (error: null) => void): void => {
      names.push(name);
      done(null);
    };
    const receiver = await receive({ ...trusted, SNICallback }, (socket) => socket.write(NO_CONTENT));
    const safeFetch = open({ ca, resolve: async () => ['127.0.0.1'] });
    await expect(send(safeFetch, receiver, 'receiver.test')).resolves.toMatchObject(tls);
    await expect(send(safeFetch, receiver, '127.0.0.1')).resolves.toMatchObject({ ok: true });
    expect(names).toEqual(['receiver.test']);
  });

  it('none at all, since the port speaks plain HTTP: tls', async () => {
    const receiver = await receiveTcp((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await expect(send(open({ ca }), receiver)).resolves.toMatchObject(tls);
  });

  it('of a private authority must be readable PEM', () => {
    expect(() => open({ ca: 'not PEM' })).toThrow('PEM');
    expect(() => open({ ca: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' })).toThrow();
  });
});

describe('sockets', () => {
  it('are reused by one request after another', async () => {
    const receiver = await listen();
    const safeFetch = open({ ca });
    for (let count = 0; count < 5; count += 1) {
      await expect(send(safeFetch, receiver)).resolves.toMatchObject({ ok: true });
    }
    expect(receiver.connections()).toBe(1);
  });

  it('carry one request at a time', async () => {
    const waiting: (() => void)[] = [];
    const receiver = await receive(trusted, (socket) => {
      waiting.push(() => socket.write(NO_CONTENT));
      if (waiting.length === 1 || waiting.length === 6) waiting.forEach((answer) => answer());
    });
    const safeFetch = open({ ca });
    await expect(send(safeFetch, receiver)).resolves.toMatchObject({ ok: true });
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => send(safeFetch, receiver)));
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, true, true, true, true]);
    expect(receiver.connections()).toBe(5);
  });

  it.each([
    ['says so', 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'],
    ['was cut off at the cap', `HTTP/1.1 200 OK\r\ncontent-length: 90000\r\n\r\n${'a'.repeat(20_000)}`],
    ['sent more than its answer', `${NO_CONTENT}HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n`],
  ])('are not reused where the receiver %s', async (_, answer) => {
    const receiver = await listen(answer);
    const safeFetch = open({ ca });
    await expect(send(safeFetch, receiver)).resolves.toMatchObject({ ok: true });
    await receiver.allClosed();
    await expect(send(safeFetch, receiver)).resolves.toMatchObject({ ok: true });
    expect(receiver.connections()).toBe(2);
  });

  it('that the receiver closed while idle are replaced', async () => {
    const receiver = await receive(trusted, (socket) => {
      socket.write(NO_CONTENT);
      setImmediate(() => socket.end());
    });
    const safeFetch = open({ ca });
    for (let count = 0; count < 3; count += 1) {
      await expect(send(safeFetch, receiver)).resolves.toMatchObject({ ok: true });
      await receiver.allClosed();
    }
    expect(receiver.connections()).toBe(3);
  });
});

describe('giving up', () => {
  const request = { method: 'POST', headers: {} } as const;
  const aborted = { ok: false, errorClass: 'aborted' };

  it('before the start sends nothing', async () => {
    const receiver = await listen();
    const url = `https://localhost:${receiver.port}/`;
    const outcome = await open({ ca })({ ...request, url, signal: AbortSignal.abort() });
    expect(outcome).toMatchObject(aborted);
    expect(receiver.connections()).toBe(0);
  });

  it('in the middle hangs up, and the next request has a socket of its own', async () => {
    const controller = new AbortController();
    const answers = [() => {}, () => controller.abort(), () => {}];
    const receiver = await receive(trusted, (socket) => {
      answers.shift()?.();
      if (answers.length !== 1) socket.write(NO_CONTENT);
    });
    const safeFetch = open({ ca });
    const url = `https://localhost:${receiver.port}/`;
    await expect(safeFetch({ ...request, url })).resolves.toMatchObject({ ok: true });
    await expect(safeFetch({ ...request, url, signal: controller.signal })).resolves.toMatchObject(aborted);
    await expect(safeFetch({ ...request, url })).resolves.toMatchObject({ ok: true });
    expect(receiver.connections()).toBe(2);
  });

  it('by close ends what is under way and refuses what comes later', async () => {
    const arrived = Promise.withResolvers<void>();
    const receiver = await receive(trusted, () => arrived.resolve());
    const safeFetch = open({ ca });
    const underWay = send(safeFetch, receiver);
    await arrived.promise;
    await safeFetch.close();
    await expect(underWay).resolves.toMatchObject(aborted);
    await expect(send(safeFetch, receiver)).resolves.toMatchObject(aborted);
    await receiver.allClosed();
    expect(receiver.connections()).toBe(1);
  });

  it('by close closes kept sockets', async () => {
    const receiver = await listen();
    const safeFetch = open({ ca });
    await send(safeFetch, receiver);
    await safeFetch.close();
    await receiver.allClosed();
  });
});

it('measures by the clock that it is given', async () => {
  const times = [1000, 1250];
  const outcome = await send(open({ ca, now: () => times.shift() ?? 0 }), await listen());
  expect(outcome).toMatchObject({ ok: true, durationMs: 250 });
});

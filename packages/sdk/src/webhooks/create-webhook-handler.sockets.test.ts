import { once } from 'node:events';
import { connect, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReceiver } from '../testing/create-receiver.ts';
import { OTHER_SECRET, SECRET, signDelivery } from '../testing/sign-delivery.ts';
import { startHttpServer } from '../testing/start-http-server.ts';
import { createMemoryDedupe } from './create-memory-dedupe.ts';

/* Over real connections. Express is in create-webhook-handler.express.test.ts. */
const writeHead = (headers: Record<string, string>) =>
  [
    'POST /hooks HTTP/1.1',
    'Host: receiver',
    ...Object.entries(headers).map((pair) => pair.join(': ')),
    '',
    '',
  ].join('\r\n');

const writeChunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

describe('on node:http', () => {
  it('receives a delivery', async () => {
    const { handler, handled, errors } = createReceiver();
    await using server = await startHttpServer(handler);
    const delivery = signDelivery({ event: { data: { notes: 'Dach – Süd ☂' } } });
    const response = await server.post(delivery);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(handled).toEqual([JSON.parse(delivery.body)]);
    expect(errors).toEqual([]);
  });

  it('refuses what is not signed with its secret, and goes on on the same connection', async () => {
    const { handler, handled } = createReceiver();
    await using server = await startHttpServer(handler);
    const refused = await server.post(signDelivery({ secrets: [OTHER_SECRET] }));
    expect([refused.status, await refused.json()]).toEqual([400, { error: 'no_match' }]);
    expect((await server.post(signDelivery())).status).toBe(204);
    expect(handled).toHaveLength(1);
  });

  it('takes POST only', async () => {
    const { handler } = createReceiver();
    await using server = await startHttpServer(handler);
    const response = await fetch(server.url);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('acknowledges the ping of the creation before there is a secret, and no signed one', async () => {
    const { handler, handled, errors } = createReceiver({ secrets: '' });
    await using server = await startHttpServer(handler);
    const { body, headers } = signDelivery({ event: { type: 'ping', data: {} } });
    const unsigned = { body, headers: { 'Svc-Event-Type': 'ping' } };
    expect((await server.post(unsigned)).status).toBe(204);
    expect(errors).toEqual([]);
    expect((await server.post({ body, headers })).status).toBe(500);
    expect(handled).toEqual([]);
  });

  it('waits for a body that comes slowly, piece by piece', async () => {
    const { handler, handled } = createReceiver();
    await using server = await startHttpServer(handler);
    const { body, headers } = signDelivery({ event: { data: { notes: '☂☂☂' } } });
    const { socket, reply } = server.connect();
    socket.write(writeHead({ ...headers, 'Transfer-Encoding': 'chunked', Connection: 'close' }));
    for (const character of body) {
      socket.write(writeChunk(character));
      await new Promise(setImmediate);
    }
    expect(handled).toEqual([]);
    socket.write('0\r\n\r\n');
    expect(await reply).toMatch(/^HTTP\/1.1 204 /);
    expect(handled).toEqual([JSON.parse(body)]);
  });

  it('reads a stream that was paused on its way', async () => {
    const { handler, handled } = createReceiver();
    await using server = await startHttpServer((request, response) => {
      request.pause();
      setImmediate(() => handler(request, response));
    });
    expect((await server.post(signDelivery())).status).toBe(204);
    expect(handled).toHaveLength(1);
  });

  it('answers 413 before it has read a body that says it is too long', async () => {
    const { handler, errors } = createReceiver();
    await using server = await startHttpServer(handler);
    const { socket, reply } = server.connect();
    socket.write(writeHead({ ...signDelivery().headers, 'Content-Length': '1048577', Connection: 'close' }));
    expect(await reply).toMatch(/^HTTP\/1.1 413 [\s\S]*\{"error":"too_large"\}/);
    expect(errors).toMatchObject([{ error: { reason: 'too_large' } }]);
  });

  it('answers 413 to a body that does not say how long it is', async () => {
    const { handler, errors } = createReceiver({ maxBodyBytes: 1000 });
    await using server = await startHttpServer(handler);
    const { socket, reply } = server.connect();
    socket.write(
      writeHead({ ...signDelivery().headers, 'Transfer-Encoding': 'chunked', Connection: 'close' }),
    );
    for (let size = 0; size <= 1000; size += 100) socket.write(writeChunk('x'.repeat(100)));
    expect(await reply).toMatch(/^HTTP\/1.1 413 /);
    expect(errors).toMatchObject([{ error: { reason: 'too_large' } }]);
  });

  it('answers 413 to a sender that goes on sending, and keeps nothing of it', async () => {
    const { handler, handled } = createReceiver({ maxBodyBytes: 1000 });
    await using server = await startHttpServer(handler);
    const response = await server.post(signDelivery({ event: { data: 'x'.repeat(5_000_000) } }));
    expect(response.status).toBe(413);
    expect((await server.post(signDelivery())).status).toBe(204);
    expect(handled).toHaveLength(1);
  });

  it('handles nothing of a request that breaks off', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const { handler, handled } = createReceiver({ onError: resolve });
    await using server = await startHttpServer(handler);
    const { body, headers } = signDelivery();
    const { socket } = server.connect();
    const half = body.slice(0, 20);
    socket.write(writeHead({ ...headers, 'Content-Length': String(body.length) }) + half);
    await once(socket, 'connect');
    await new Promise(setImmediate);
    socket.destroy();
    expect(await promise).toBeInstanceOf(Error);
    expect(handled).toEqual([]);
    expect((await server.post(signDelivery())).status).toBe(204);
  });

  it('says so when the request broke off before it was called', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const { handler } = createReceiver({ onError: resolve });
    await using server = await startHttpServer((request, response) => {
      request.on('error', () => undefined);
      request.on('close', () => handler(request, response));
    });
    const { socket } = server.connect();
    socket.write(writeHead({ 'Content-Length': '10' }), () => socket.destroy());
    expect(await promise).toMatchObject({ message: 'The sender cut the request off' });
  });

  it('ends when the request is destroyed while it reads', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { handler, errors } = createReceiver();
    await using server = await startHttpServer((request, response) => {
      void handler(request, response).then(resolve);
      request.destroy();
    });
    await expect(server.post(signDelivery())).rejects.toThrow();
    await promise;
    expect(errors).toMatchObject([{ error: { message: 'The sender cut the request off' } }]);
  });

  it('leaves an answer that is there already', async () => {
    const { handler, errors } = createReceiver();
    await using server = await startHttpServer((request, response) => {
      response.writeHead(503).flushHeaders();
      void handler(request, response).then(() => response.end());
    });
    expect((await server.post(signDelivery())).status).toBe(503);
    expect(errors).toEqual([]);
  });

  it('answers 500 when a handler throws, and 204 when the next attempt succeeds', async () => {
    let calls = 0;
    const { handler, errors } = createReceiver({
      dedupe: createMemoryDedupe(),
      on: {
        'session.created': () => {
          if (++calls === 1) throw new Error('not yet');
        },
      },
    });
    await using server = await startHttpServer(handler);
    const statuses = [];
    for (const attempt of [1, 2, 3]) statuses.push((await server.post(signDelivery({ attempt }))).status);
    expect([statuses, calls, errors.length]).toEqual([[500, 204, 204], 2, 1]);
  });

  it('takes either secret during a rotation, in either order', async () => {
    for (const secrets of [
      [SECRET, OTHER_SECRET],
      [OTHER_SECRET, SECRET],
    ]) {
      const { handler, handled } = createReceiver({ secrets });
      await using server = await startHttpServer(handler);
      for (const signing of [[SECRET], [OTHER_SECRET], secrets, secrets.toReversed()])
        expect((await server.post(signDelivery({ secrets: signing }))).status).toBe(204);
      expect(handled).toHaveLength(4);
    }
  });

  it('takes any event that signWebhook signs, and no other', async () => {
    const { handler, handled } = createReceiver({ onUnknown: (event) => void handled.push(event) });
    await using server = await startHttpServer(handler);
    const data = fc.dictionary(fc.string(), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(fc.uuid(), data, fc.nat(), async (id, content, position) => {
        handled.length = 0;
        const { body, headers } = signDelivery({ event: { id, data: content } });
        expect((await server.post({ body, headers })).status).toBe(204);
        expect(handled).toEqual([JSON.parse(body)]);
        const bytes = Buffer.from(body);
        bytes.writeUInt8(bytes.readUInt8(position % bytes.length) ^ 1, position % bytes.length);
        const tampered = await fetch(server.url, { method: 'POST', body: bytes, headers });
        expect([tampered.status, handled.length]).toEqual([400, 1]);
      }),
      { numRuns: 50 },
    );
  });
});

describe('on node:http2', () => {
  it('receives a delivery, and handles nothing of one that is reset', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const { handler, handled } = createReceiver({ onError: (error) => resolve({ error }) });
    const server = createServer(handler).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const { body, headers } = signDelivery();
    const open = () => client.request({ ':method': 'POST', ':path': '/hooks', ...headers });

    const [reply] = (await once(open().end(body), 'response')) as [Record<string, unknown>];
    expect([reply[':status'], handled]).toEqual([204, [JSON.parse(body)]]);

    const cut = open().on('error', () => undefined);
    cut.write(body.slice(0, 20), () => cut.close(8));
    expect(await promise).toEqual({ error: expect.any(Error) });
    expect(handled).toHaveLength(1);
    client.close();
    await new Promise((closed) => server.close(closed));
  });
});

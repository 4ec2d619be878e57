import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { askAuthority } from './ask-authority.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

const REPLY = { 'content-type': 'application/timestamp-reply' };
const QUERY = Buffer.from('query');

const open = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`;
  return {
    sockets,
    ask: (options = {}) => askAuthority({ name: url, url, authorization: 'Basic eDp5' }, QUERY, options),
  };
};

describe('askAuthority', () => {
  it('posts the request as RFC 3161 says, and gives the bytes of the reply', async () => {
    const seen: { method?: string; headers?: IncomingHttpHeaders; body?: Buffer } = {};
    const { ask } = await open(async (request, response) => {
      Object.assign(seen, { method: request.method, headers: request.headers, body: await buffer(request) });
      response.writeHead(200, { 'content-type': 'Application/Timestamp-Reply; charset=binary' }).end('reply');
    });
    expect(await ask()).toEqual({ ok: true, reply: Buffer.from('reply') });
    expect(seen).toMatchObject({
      method: 'POST',
      body: QUERY,
      headers: { 'content-type': 'application/timestamp-query', authorization: 'Basic eDp5' },
    });
  });

  it.each([201, 204, 302, 307, 400, 401, 404, 500, 503])(
    'takes no reply with HTTP status %i',
    async (status) => {
      let requests = 0;
      const { ask } = await open((_request, response) => {
        requests += 1;
        response.writeHead(status, { ...REPLY, location: '/elsewhere' }).end();
      });
      expect(await ask()).toEqual({
        ok: false,
        failure: 'http_status',
        message: `The authority answered with HTTP status ${status}.`,
      });
      expect(requests).toBe(1);
    },
  );

  it.each([{}, { 'content-type': 'text/html' }, { 'content-type': 'application/timestamp-replying' }])(
    'takes nothing that is not declared as a reply: %o',
    async (headers) => {
      const { ask } = await open((_request, response) => response.writeHead(200, headers).end('<html>'));
      expect(await ask()).toMatchObject({ ok: false, failure: 'content_type' });
    },
  );

  it('reads no more than its limit of an answer that never ends, and hangs up', async () => {
    let written = 0;
    const { ask, sockets } = await open((_request, response) => {
      response.writeHead(200, REPLY);
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384))) written += 16_384;
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    });
    expect(await ask()).toMatchObject({ ok: false, failure: 'too_large' });
    await expect.poll(() => sockets.size).toBe(0);
    expect(written).toBeLessThan(20_000_000);
  });

  it('takes a reply of exactly its limit', async () => {
    const { ask } = await open((_request, response) => response.writeHead(200, REPLY).end(Buffer.alloc(100)));
    expect(await ask({ maxBytes: 100 })).toMatchObject({ ok: true });
    expect(await ask({ maxBytes: 99 })).toMatchObject({ ok: false, failure: 'too_large' });
  });

  it.each([
    ['says nothing', () => {}],
    [
      'sends its head and no more',
      (_request, response) => void response.writeHead(200, REPLY).flushHeaders(),
    ],
    [
      'drips byte by byte',
      (_request, response) => {
        response.writeHead(200, REPLY);
        const drip = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(drip));
      },
    ],
  ] as [string, RequestListener][])(
    'gives up at its deadline on one that %s, and hangs up',
    async (_name, listener) => {
      const { ask, sockets } = await open(listener);
      expect(await ask({ timeoutMs: 200 })).toEqual({
        ok: false,
        failure: 'timeout',
        message: 'The authority gave no complete answer within 0.2 s.',
      });
      await expect.poll(() => sockets.size).toBe(0);
    },
  );

  it('says why nobody could be reached, without the address', async () => {
    const refused = await askAuthority(
      { name: '', url: 'http://127.0.0.1:1/x', authorization: undefined },
      QUERY,
    );
    expect(refused).toEqual({
      ok: false,
      failure: 'unreachable',
      message: 'The authority could not be reached: ECONNREFUSED.',
    });
    const { ask } = await open((request) => request.socket.destroy());
    expect(await ask()).toMatchObject({ ok: false, failure: 'unreachable' });
  });
});

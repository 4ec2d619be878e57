import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestAuthority } from '../../testing/create-test-authority.ts';
import { checkTargetUrl } from './check-target-url.ts';
import { createFetchSignedAnswer } from './fetch-signed-answer.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await once(server.close(), 'close');
  }
});

const listen = async (answer: RequestListener): Promise<number> => {
  const server = createServer(answer);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

const ask = (
  url: string,
  given: { allowPrivateNetworks?: boolean; maxBytes?: number; resolve?: () => Promise<string[]> } = {},
) => {
  const { allowPrivateNetworks = true, maxBytes = 100, resolve } = given;
  const fetchAnswer = createFetchSignedAnswer({
    allowPrivateNetworks,
    timeoutMs: 300,
    ...(resolve ? { resolve } : {}),
  });
  return fetchAnswer({ url, maxBytes, signal: AbortSignal.timeout(5_000) });
};

describe('an answer', () => {
  it('is the bytes as they came, to what was posted', async () => {
    let posted: [string | undefined, string] | undefined;
    const port = await listen(async (request, response) => {
      posted = [request.headers['content-type'], (await buffer(request)).toString('hex')];
      response.end(Buffer.from('00ff80', 'hex'));
    });
    const fetchAnswer = createFetchSignedAnswer({ allowPrivateNetworks: true, timeoutMs: 300 });
    const body = { bytes: Uint8Array.of(1, 0xff), contentType: 'application/ocsp-request' };
    const signal = AbortSignal.timeout(5_000);
    const answer = await fetchAnswer({ url: `http://127.0.0.1:${port}/`, body, maxBytes: 9, signal });
    expect(answer).toEqual({ ok: true, bytes: Uint8Array.of(0, 0xff, 0x80) });
    expect(posted).toEqual(['application/ocsp-request', '01ff']);
  });

  it('comes from the address that was vetted, whatever the name means later', async () => {
    let host: string | undefined;
    const port = await listen((request, response) => {
      host = request.headers.host;
      response.end('x');
    });
    const answer = await ask(`http://crl.example:${port}/`, { resolve: async () => ['127.0.0.1'] });
    expect({ ok: answer.ok, host }).toEqual({ ok: true, host: `crl.example:${port}` });
  });
});

describe('nothing is asked', () => {
  it.each([
    ['of a private address', 'http://10.0.0.1/', 'blocked_address'],
    ['of this machine', 'http://127.0.0.1/', 'blocked_address'],
    ["of a cloud's metadata", 'http://169.254.169.254/', 'blocked_address'],
    ['of a port that speaks no HTTP', 'http://93.184.216.34:25/', 'blocked_url'],
    ['over another protocol', 'ldap://crl.example/', 'blocked_url'],
    ['over another protocol', 'file:///etc/passwd', 'blocked_url'],
    ['with a password', 'http://a:b@crl.example/', 'blocked_url'],
  ])('%s: %s', async (_name, url, errorClass) => {
    expect(await ask(url, { allowPrivateNetworks: false })).toMatchObject({ ok: false, errorClass });
  });

  it('of a name that leads to a private address', async () => {
    const resolve = async () => ['93.184.216.34', '10.0.0.1'];
    expect(await ask('http://crl.example/', { allowPrivateNetworks: false, resolve })).toMatchObject({
      errorClass: 'blocked_address',
    });
  });
});

describe('an answer is given up', () => {
  it('when it is a redirect or an error', async () => {
    const port = await listen((_, response) => void response.writeHead(302, { location: '/' }).end());
    expect(await ask(`http://127.0.0.1:${port}/`)).toMatchObject({ ok: false, errorClass: 'protocol' });
  });

  it('when it is too long, and when it never ends', async () => {
    const long = await listen((_, response) => void response.end('x'.repeat(101)));
    expect(await ask(`http://127.0.0.1:${long}/`)).toMatchObject({ errorClass: 'protocol' });
    const silent = await listen(() => {});
    expect(await ask(`http://127.0.0.1:${silent}/`)).toMatchObject({ errorClass: 'timeout' });
  });

  it('when its certificate is nobody’s: tls, and no fault of ours', async () => {
    const server = createTlsServer(createTestAuthority().issue(), () => {});
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await ask(`https://127.0.0.1:${port}/`)).toMatchObject({ ok: false, errorClass: 'tls' });
  });

  it('when nobody is there', async () => {
    const port = await listen(() => {});
    const [server] = servers.splice(0);
    await once(server!.close(), 'close');
    expect(await ask(`http://127.0.0.1:${port}/`)).toMatchObject({ ok: false, errorClass: 'refused' });
  });
});

it('what a tenant gives still begins with https', () => {
  const policy = { allowPrivateNetworks: true };
  expect(checkTargetUrl('http://a.example/', policy).ok).toBe(false);
  expect(checkTargetUrl('http://a.example:80/', { ...policy, content: 'signed_answers' }).ok).toBe(true);
  expect(checkTargetUrl('http://a.example:443/', { ...policy, content: 'signed_answers' }).ok).toBe(true);
});

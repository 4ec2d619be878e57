import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestAuthority } from '../../testing/create-test-authority.ts';
import { startEgressProxy } from '../../testing/start-egress-proxy.ts';
import { useTestReceivers } from '../../testing/use-test-receivers.ts';
import { requestOnce } from '../host-fetch/request-once.ts';
import { createMailer } from '../messages/create-mailer.ts';
import { createSmsSender } from '../messages/create-sms-sender.ts';
import { openS3Client } from '../object-store/open-s3-client.ts';
import { createFetchSignedAnswer } from '../safe-fetch/fetch-signed-answer.ts';
import { openTracer } from '../tracing/open-tracer.ts';
import { askAuthority } from '../tsa-client/ask-authority.ts';
import { parseNoProxy } from './choose-proxy.ts';
import { leadOutBy } from './lead-out.ts';
import { NO_PROXIES } from './choose-proxy.ts';

const authority = createTestAuthority();
const { receive, open } = useTestReceivers();
const closes: (() => unknown)[] = [];
afterEach(async () => {
  leadOutBy(NO_PROXIES);
  for (const close of closes.splice(0).toReversed()) await close();
});

const NO_CONTENT = 'HTTP/1.1 204 No Content\r\n\r\n';

const useProxy = async (how: Parameters<typeof startEgressProxy>[0] = {}, noProxy = '') => {
  const proxy = await startEgressProxy(how);
  closes.push(proxy.close);
  const url = new URL(proxy.url);
  leadOutBy({ httpsProxy: url, httpProxy: url, noProxy: parseNoProxy(noProxy)! });
  return proxy;
};

/** Gives what was asked, and the port. */
const listen = async (answer: RequestListener) => {
  const lines: string[] = [];
  const server = createServer((request, response) => {
    lines.push(`${request.method} ${request.headers.host} ${request.url}`);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closes.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { lines, port: (server.address() as AddressInfo).port };
};

describe("an organisation's address behind a proxy", () => {
  const receiveHooks = () =>
    receive(authority.issue({}, 'hooks.example'), (socket) => socket.write(NO_CONTENT));
  const post = (port: number, resolve: () => Promise<string[]>, more = {}) =>
    open({ ca: authority.ca, resolve, ...more })({
      url: `https://hooks.example:${port}/`,
      method: 'POST',
      headers: {},
      body: '{}',
    });

  it('is resolved and judged here, and the proxy gets the address that was judged; TLS is with the receiver', async () => {
    const [proxy, { port }] = [await useProxy(), await receiveHooks()];
    const outcome = await post(port, async () => ['10.1.2.3']);
    expect(outcome).toMatchObject({ ok: true, status: 204 });
    expect(proxy.asked).toEqual([`10.1.2.3:${port}`]);
  });

  it('that leads to a private network is refused before the proxy hears of it, also once it has led elsewhere', async () => {
    const proxy = await useProxy();
    const { port } = await receiveHooks();
    const answers = [['93.184.216.34'], ['10.0.0.1']];
    const resolve = async () => answers.shift()!;
    const safeFetch = open({ ca: authority.ca, resolve, allowPrivateNetworks: false, keepAliveMs: 1 });
    const ask = () => safeFetch({ url: `https://hooks.example:${port}/`, method: 'GET', headers: {} });
    expect(await ask()).toMatchObject({ ok: true });
    expect(await ask()).toMatchObject({ ok: false, errorClass: 'blocked_address' });
    expect(proxy.asked).toEqual([`93.184.216.34:${port}`]);
  });

  it('whose certificate is of another name is refused behind a proxy as without', async () => {
    await useProxy();
    const { port } = await receive(authority.issue({}, 'other.example'), (socket) =>
      socket.write(NO_CONTENT),
    );
    expect(await post(port, async () => ['10.1.2.3'])).toMatchObject({ ok: false, errorClass: 'tls' });
  });

  it('that the proxy does not let through is unreachable, in words that name nothing of the host', async () => {
    const proxy = await useProxy({ refuses: 403 });
    const outcome = await post(443, async () => ['93.184.216.34', '93.184.216.35']);
    expect(outcome).toMatchObject({
      ok: false,
      errorClass: 'unreachable',
      message: 'The network of this service lets no request out to this host: its operator knows why.',
    });
    expect(proxy.asked).toEqual(['93.184.216.34:443', '93.184.216.35:443']);
  });

  it('of NO_PROXY is reached without it', async () => {
    const proxy = await useProxy({}, '.example');
    const { port } = await receiveHooks();
    expect(await post(port, async () => ['127.0.0.1'])).toMatchObject({ ok: true });
    expect(proxy.asked).toEqual([]);
  });

  it('of a certificate, for http, is judged as well, and goes by a tunnel to what was judged', async () => {
    const proxy = await useProxy();
    const { port, lines } = await listen((_request, response) => response.end('list'));
    const ask = (address: string) =>
      createFetchSignedAnswer({
        allowPrivateNetworks: false,
        timeoutMs: 10_000,
        resolve: async () => [address],
      })({
        url: `http://crl.example:${port}/a.crl`,
        maxBytes: 100,
        signal: AbortSignal.timeout(10_000),
      });
    expect(await ask('192.168.1.1')).toMatchObject({ ok: false, errorClass: 'blocked_address' });
    expect(await ask('93.184.216.34')).toEqual({ ok: true, bytes: new Uint8Array(Buffer.from('list')) });
    expect(proxy.asked).toEqual([`93.184.216.34:${port}`]);
    expect(lines).toEqual([`GET crl.example:${port} /a.crl`]);
  });
});

describe('what the host has set, behind a proxy that wants a password', () => {
  it('an authority and a gateway for http are asked as http asks a proxy, by their names', async () => {
    const proxy = await useProxy({ password: 'p w' });
    const { port, lines } = await listen((_request, response) => response.writeHead(202).end());
    await createSmsSender({ smsUrl: `http://sms.example:${port}/send?a=1` }).send({
      to: '+390000',
      text: 'x',
      clientRef: 'y',
    });
    const tsa = { name: 'tsa', url: `http://tsa.example:${port}/tsr`, authorization: undefined };
    expect(await askAuthority(tsa, Uint8Array.of(1))).toMatchObject({ failure: 'http_status' });
    expect(proxy.asked).toEqual([`POST http://sms.example:${port}`, `POST http://tsa.example:${port}`]);
    expect(lines).toEqual([`POST sms.example:${port} /send?a=1`, `POST tsa.example:${port} /tsr`]);
  });

  it('an address for https is reached by a tunnel, by its name, and its certificate is judged', async () => {
    const proxy = await useProxy({ password: 'p w' });
    const { port } = await receive(authority.issue({}, 'csc.example'), (socket) => socket.write(NO_CONTENT));
    const asking = requestOnce(`https://csc.example:${port}/`, {
      method: 'GET',
      headers: {},
      signal: AbortSignal.timeout(10_000),
    });
    await expect(asking).rejects.toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    expect(proxy.asked).toEqual([`csc.example:${port}`]);
  });

  it('a mail server is reached by a tunnel', async () => {
    const proxy = await useProxy({ password: 'p w' });
    const taken: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        stream.resume().on('end', () => {
          taken.push(session.envelope.rcptTo[0]!.address);
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closes.push(() => new Promise<void>((resolve) => server.close(resolve)));
    const { port } = server.server.address() as AddressInfo;
    const mailer = createMailer({
      smtpUrl: `smtp://mail.example:${port}`,
      from: 'no-reply@inspect.example',
      clock: { now: () => new Date() },
    });
    await mailer.send({ to: 'anna@example.com', subject: 's', text: 't', html: '', messageId: 'm' });
    expect(taken).toEqual(['anna@example.com']);
    expect(proxy.asked).toEqual([`mail.example:${port}`]);
  });

  it('the store of objects and the collector of spans are reached through it', async () => {
    const proxy = await useProxy({ password: 'p w' });
    const { port, lines } = await listen((_request, response) => response.writeHead(200).end());
    const { client } = openS3Client({
      endpoint: `http://s3.example:${port}`,
      region: 'r',
      bucket: 'evidence',
      accessKeyId: 'k',
      secretAccessKey: 's',
      signsUrls: true,
    });
    const { HeadBucketCommand } = await import('@aws-sdk/client-s3');
    await client.send(new HeadBucketCommand({ Bucket: 'evidence' }));
    client.destroy();
    const tracer = openTracer(`http://collector.example:${port}`);
    tracer.open({ name: 'call' }).end();
    await tracer.close();
    expect(proxy.asked).toEqual([`HEAD http://s3.example:${port}`, `POST http://collector.example:${port}`]);
    expect(lines.map((line) => line.split('?')[0])).toEqual([
      `HEAD s3.example:${port} /evidence/`,
      `POST collector.example:${port} /v1/traces`,
    ]);
  });
});

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { readBuild } from '../../http/pages/read-build.ts';
import { askByHost } from '../../testing/ask-by-host.ts';
import { callApi } from '../../testing/call-api.ts';
import {
  freshDomain,
  joinPathOf,
  openDomainWorld,
  readLink,
  type DomainWorld,
} from '../../testing/open-domain-world.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { sendRaw } from '../../testing/send-raw.ts';
import { startTestServer } from '../../testing/start-test-server.ts';

let world: DomainWorld;
let server: DomainWorld['server'];
beforeAll(async () => {
  world = await openDomainWorld();
  server = world.server;
});
afterAll(() => server.close());

describe('a host that is not verified is not served', () => {
  it.each([
    'evil.example',
    'inspect.example.com.evil.example',
    'xn--pple-43d.example',
    '127.0.0.1.evil.example',
  ])('%s gets 421, whatever it asks for', async (host) => {
    for (const path of ['/', '/join/x', '/docs', '/v1/branding', '/v1/openapi.json', '/nothing']) {
      const reply = await world.ask(host, path, { headers: { accept: 'text/html' } });
      const problem = JSON.parse(reply.body) as { code: string };
      expect([reply.status, problem.code]).toEqual([421, 'misdirected_request']);
    }
  });

  it('nor one that is set and not yet verified, nor one that was taken away', async () => {
    const organisation = await world.openOrganisation();
    const domain = freshDomain();
    const { record } = await organisation.set(domain);
    expect((await world.ask(domain, '/join/worker.js')).status).toBe(421);
    world.records.set(record.name, [record.value]);
    await organisation.verify();
    expect((await world.ask(domain, '/join/worker.js')).status).toBe(200);
    await organisation.set(null);
    expect((await world.ask(domain, '/join/worker.js')).status).toBe(421);
  });

  it('but probes are, by any name, and everything by an address and by a name of the inner network', async () => {
    for (const path of ['/livez', '/readyz'])
      expect((await world.ask('evil.example', path)).status).toBe(200);
    const headers = { authorization: 'Bearer test-metrics-token' };
    expect((await world.ask('evil.example', '/metrics', { headers })).status).toBe(200);
    const { port } = new URL(server.baseUrl);
    for (const host of ['10.1.2.3', `[fd00::1]:${port}`, 'api', `localhost:${port}`, `LOCALHOST.`])
      expect((await world.ask(host, '/v1/openapi.json')).status).toBe(200);
  });

  it.each([
    ['two hosts', 'GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example', 400],
    ['two in one', 'GET / HTTP/1.1\r\nHost: localhost, evil.example', 421],
    ['a target that names another', 'GET http://evil.example/ HTTP/1.1\r\nHost: localhost', 400],
    ['another than its target', 'GET http://localhost/ HTTP/1.1\r\nHost: evil.example', 400],
    ['a target of another scheme', 'GET ftp://evil.example/ HTTP/1.1\r\nHost: localhost', 400],
    ['a target and the same host', 'GET http://LOCALHOST:80/ HTTP/1.1\r\nHost: localhost:80', 200],
    [
      'another that it was forwarded for',
      'GET / HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: localhost',
      421,
    ],
    ['a user before it', 'GET / HTTP/1.1\r\nHost: localhost@evil.example', 421],
    ['letters that are no ASCII', 'GET / HTTP/1.1\r\nHost: \xe9vil.example', 421],
    ['two dots at its end', 'GET / HTTP/1.1\r\nHost: localhost..', 421],
    ['none, as HTTP/1.0 may', 'GET / HTTP/1.0', 200],
  ])('a request with %s', async (_, head, status) => {
    const answer = await sendRaw(server.baseUrl, `${head}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  it('and a socket for pictures and sound is not opened', async () => {
    expect(await openSocket('evil.example')).toBe(421);
  });
});

const openSocket = (host: string, token?: string): Promise<number | string> =>
  new Promise((resolve) => {
    const url = server.baseUrl.replace('http', 'ws');
    const socket = new WebSocket(`${url}/v1/signalling`, ['fis.v1', ...(token ? [token] : [])], {
      headers: { host, origin: `https://${host}` },
    });
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => {});
    socket.on('message', () => {
      resolve('welcome');
      socket.close();
    });
    socket.on('close', (code) => resolve(code));
  });

describe('on a domain only its organisation’s links are served', () => {
  it('its own join page, invite and device work, and all addresses lead to the domain', async () => {
    const organisation = await world.openVerified();
    await organisation.client.branding.update({ display_name: 'Nordic', colours: { primary: '#7a1f5c' } });
    const { domain } = organisation;
    const link = (await organisation.mint()).invite.join_url!;
    const { path } = readLink(link);
    const page = await world.ask(domain.toUpperCase() + ':443', path);
    expect([page.status, page.body.includes('Nordic')]).toEqual([200, true]);
    expect(page.headers['content-security-policy']).toMatch(
      new RegExp(`connect-src 'self' wss://${domain}$`),
    );
    const joined = await world.ask(domain, joinPathOf(link));
    expect(joined.status).toBe(200);
    const body = JSON.parse(joined.body) as {
      field_session_token: string;
      uploads: { url: string };
      media_connection: { url: string; token: string };
    };
    expect([body.uploads.url, body.media_connection.url]).toEqual([
      `https://${domain}/v1/field/uploads`,
      `wss://${domain}/v1/signalling`,
    ]);
    const headers = { authorization: `Bearer ${body.field_session_token}` };
    const state = await world.ask(domain, '/v1/field/session', { headers });
    expect([state.status, state.body.includes(`https://${domain}/v1/field/uploads`)]).toEqual([200, true]);
    expect(await openSocket(domain, body.media_connection.token)).toBe('welcome');
    const own = await world.ask('localhost', '/v1/field/session', { headers });
    expect([own.status, own.body.includes(domain)]).toEqual([200, false]);
  });

  it('another organisation’s token answers as one that nobody has', async () => {
    const { domain } = await world.openVerified();
    const other = await world.openOrganisation();
    await other.client.branding.update({ display_name: 'Somebody Else' });
    const link = (await other.mint()).invite.join_url!;
    const unknown = await world.ask(domain, joinPathOf(link).replace(/.{10}$/, 'AAAAAAAAAA'));
    const theirs = await world.ask(domain, joinPathOf(link));
    expect([theirs.status, unknown.status]).toEqual([404, 404]);
    const show = (body: string) => ({ ...(JSON.parse(body) as object), request_id: '' });
    expect(show(theirs.body)).toEqual(show(unknown.body));
    expect((await world.ask(domain, readLink(link).path)).body).not.toContain('Somebody Else');
    const joined = JSON.parse((await world.ask('localhost', joinPathOf(link))).body) as {
      field_session_token: string;
      media_connection: { token: string };
    };
    const headers = { authorization: `Bearer ${joined.field_session_token}` };
    expect((await world.ask(domain, '/v1/field/session', { headers })).status).toBe(401);
    expect((await world.ask(domain, '/v1/field/uploads', { method: 'POST', headers })).status).toBe(401);
    expect(await openSocket(domain, joined.media_connection.token)).toBe(4401);
  });

  it('another organisation’s invitation, logo and signing link are not known', async () => {
    const { domain } = await world.openVerified();
    const other = await world.openOrganisation();
    const email = `invited-elsewhere@example.com`;
    await other.client.members.create({ email, name: 'Ada', role: 'observer' });
    await runDueJobs(server.context);
    const token = /invitations#(\S+)/.exec(server.post.emails.find(({ to }) => to === email)!.text)![1]!;
    const accept = (host: string) =>
      world.ask(host, '/v1/org/invitations/accept', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, email }),
      });
    expect((await accept(domain)).status).toBe(410);
    expect((await accept('localhost')).status).toBe(200);
    const png = Buffer.from('x');
    const sha256 = createHash('sha256').update(png).digest('hex');
    await server.context.database.prisma.brandingLogo.create({
      data: { organisation_id: other.organisationId, sha256, png },
    });
    const logo = `/branding/${other.organisationId}/${sha256}.png`;
    expect([(await world.ask(domain, logo)).status, (await world.ask('localhost', logo)).status]).toEqual([
      404, 200,
    ]);
  });

  it('neither the API with a key, nor the documentation, nor the pages that verify', async () => {
    const { domain, apiKey } = await world.openVerified();
    const headers = { authorization: `Bearer ${apiKey}`, accept: 'text/html' };
    for (const path of [
      '/v1/branding',
      '/api/v1/public/sessions',
      '/v1/openapi.json',
      '/docs',
      '/verify',
      '/',
      '/llms.txt',
    ])
      expect([path, (await world.ask(domain, path, { headers })).status]).toEqual([path, 404]);
    const page = await world.ask(domain, '/', { headers });
    expect(page.body).toContain('<title>This link is not valid</title>');
    expect(page.body).not.toContain('Documentation');
    for (const path of [
      '/invitations',
      '/sign',
      '/report',
      '/favicon.svg',
      `/${readBuild('pages').entries.get('sign')!.script}`,
    ])
      expect([path, (await world.ask(domain, path)).status]).toEqual([path, 200]);
  });

  it('and its subdomains are not told to speak https only', async () => {
    const { domain } = await world.openVerified();
    const { config } = server.context;
    const { baseUrl } = config;
    config.baseUrl = 'https://inspections.example';
    const hsts = async (host: string) =>
      (await world.ask(host, '/sign')).headers['strict-transport-security'];
    const found = [await hsts(domain), await hsts('inspections.example')];
    config.baseUrl = baseUrl;
    expect(found).toEqual(['max-age=31536000', 'max-age=31536000; includeSubDomains']);
  });
});

it('nothing is looked up for what is asked by the service’s own host', async () => {
  const { domains } = server.context;
  const { find } = domains;
  const asked: string[] = [];
  domains.find = (name) => {
    asked.push(name);
    return find(name);
  };
  await callApi(server, 'GET /sessions');
  await world.ask('evil.example', '/');
  domains.find = find;
  expect(asked).toEqual(['evil.example']);
});

it('who asks by invented hosts is counted by address, before anything is looked up', async () => {
  const aside = await startTestServer({ UNAUTHENTICATED_RATE_LIMIT: '3' });
  const statuses = [];
  for (let tries = 0; tries < 5; tries += 1)
    statuses.push((await askByHost(aside.baseUrl, `invented${tries}.example`)).status);
  await aside.close();
  expect(statuses).toEqual([421, 421, 421, 429, 429]);
});

it('hosts of SERVED_HOSTS are served as the own one', async () => {
  const aside = await startTestServer({ SERVED_HOSTS: 'api.internal.example, Backup.Example' });
  const statusOf = async (host: string) => (await askByHost(aside.baseUrl, host)).status;
  const statuses = [
    await statusOf('api.internal.example'),
    await statusOf('backup.example:443'),
    await statusOf('other.example'),
  ];
  await aside.close();
  expect(statuses).toEqual([200, 200, 421]);
});

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSIONED_ROOT, type Plan } from '@field-inspection/contract';
import { WebSocket } from 'ws';
import { askByHost } from '../../testing/ask-by-host.ts';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { mintInviteFor } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { sendRaw } from '../../testing/send-raw.ts';

/** What the DNS says; a name that maps to an error does not answer. */
const records = new Map<string, string[] | Error>();
const resolveTxt = async (name: string): Promise<string[]> => {
  const found = records.get(name);
  if (found instanceof Error) throw found;
  return found ?? [];
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { resolveTxt });
});
afterAll(() => server.close());

let count = 0;
const freshDomain = () => `inspect${++count}.example.com`;

const openOrganisation = async (plan: Plan = 'enterprise') => {
  const { apiKey, organisationId } = await seedOrganisation(server.context, { plan });
  const client = server.clientOf(apiKey);
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    callApi(server, `${method} /branding${path}`, { root: VERSIONED_ROOT, apiKey, body, headers });
  return {
    apiKey,
    organisationId,
    client,
    call,
    set: async (domain: string | null) => (await client.branding.update({ domain })).domain!,
    verify: () => call('POST', '/domain/verify'),
    mint: (body = {}) => mintInviteFor({ client }, body),
  };
};

/** One whose domain is verified. */
const openVerified = async (domain = freshDomain(), plan: Plan = 'enterprise') => {
  const organisation = await openOrganisation(plan);
  const { record } = await organisation.set(domain);
  records.set(record.name, [record.value]);
  expect((await organisation.verify()).status).toBe(200);
  return { ...organisation, domain };
};

const ask = (host: string, path: string, more: Parameters<typeof askByHost>[2] = {}) =>
  askByHost(server.baseUrl, host, { path, ...more });

const readLink = (link: string) => {
  const url = new URL(link);
  return { host: url.host, path: `${url.pathname}`, token: url.hash.slice(1) };
};

const joinPathOf = (link: string): string => {
  const { path, token } = readLink(link);
  return `/v1/sessions${path.replace('/join', '')}/join/${token}`;
};

describe('setting a domain', () => {
  it('shows the record to set, and keeps it while the domain stays', async () => {
    const { client, set, call } = await openOrganisation();
    expect((await client.branding.get()).domain).toBeNull();
    const domain = await set('Bücher.example.');
    expect(domain).toEqual({
      name: 'xn--bcher-kva.example',
      verified: false,
      record: {
        type: 'TXT',
        name: '_field-inspection.xn--bcher-kva.example',
        value: expect.stringMatching(/^field-inspection-verification=[\w-]{43}$/) as string,
      },
    });
    const again = await client.branding.update({ domain: 'xn--bcher-kva.example', footer: 'x' });
    expect(again.domain).toEqual(domain);
    expect((await set('other.example')).record.value).not.toBe(domain.record.value);
    const gone = await call('PATCH', '', { domain: null });
    expect([gone.status, gone.body.domain]).toEqual([200, null]);
  });

  it.each([
    'https://inspect.example.com',
    'inspect.example.com:8443',
    'inspect.example.com/path',
    '*.example.com',
    '127.0.0.1',
    '[::1]',
    'localhost',
    'a..example.com',
    'inspect.example.com\r\nX: y',
    '',
    5,
  ])('refuses %j with what to send', async (domain) => {
    const { call, client } = await openOrganisation();
    const reply = await call('PATCH', '', { domain });
    expect(outcomeOf(reply)).toBe('400 validation_error');
    expect(reply.body.errors[0]!.path).toBe('body.domain');
    expect((await client.branding.get()).version).toBe(0);
  });

  it('needs a plan that includes it, to set and to verify', async () => {
    const free = await openOrganisation('free');
    expect(outcomeOf(await free.call('PATCH', '', { domain: freshDomain() }))).toBe('409 domain.not_in_plan');
    const pro = await openOrganisation('pro');
    const { record } = await pro.set(freshDomain());
    records.set(record.name, [record.value]);
    await setPlan(pro.organisationId, 'free');
    expect(outcomeOf(await pro.verify())).toBe('409 domain.not_in_plan');
  });

  it('takes nothing away where another editor was faster', async () => {
    const { client, call } = await openVerified();
    const { version } = await client.branding.get();
    const lost = await call('PATCH', '', { domain: null }, { 'If-Match': `"${version - 1}"` });
    expect(outcomeOf(lost)).toBe('412 precondition_failed');
    expect((await client.branding.get()).domain?.verified).toBe(true);
  });
});

const setPlan = (id: string, plan: Plan) =>
  server.context.database.prisma.organisation.update({ where: { id }, data: { plan } });

describe('verifying a domain', () => {
  it('says what is missing: no domain, no record, another value, a DNS that does not answer', async () => {
    const { set, verify } = await openOrganisation();
    expect(outcomeOf(await verify())).toBe('409 domain.not_verified');
    const { record } = await set(freshDomain());
    const none = await verify();
    expect([outcomeOf(none), none.body.detail]).toEqual([
      '409 domain.not_verified',
      `There is no TXT record at ${record.name} yet. Set it, and try again.`,
    ]);
    records.set(record.name, ['v=spf1 -all', `${record.value}x`]);
    expect((await verify()).body.detail).toContain(`does not say ${record.value}`);
    records.set(record.name, new Error('queryTxt ESERVFAIL internal.resolver'));
    const failed = await verify();
    expect([outcomeOf(failed), failed.text.includes('internal.resolver')]).toEqual([
      '409 domain.not_verified',
      false,
    ]);
    records.set(record.name, ['v=spf1 -all', record.value]);
    const verified = await verify();
    expect([verified.status, verified.headers.get('etag'), verified.body.domain]).toEqual([
      200,
      `"${String(verified.body.version)}"`,
      { name: record.name.replace('_field-inspection.', ''), verified: true, record },
    ]);
  });

  it('a domain that one organisation has verified can not be taken by another', async () => {
    const first = await openOrganisation();
    const second = await openOrganisation();
    const domain = freshDomain();
    const records2 = await Promise.all([first.set(domain), second.set(domain)]);
    records.set(
      records2[0].record.name,
      records2.map(({ record }) => record.value),
    );
    const replies = await Promise.all([first.verify(), second.verify()]);
    expect(replies.map(outcomeOf).sort()).toEqual(['200', '409 domain.taken']);
    const third = await openOrganisation();
    expect(outcomeOf(await third.call('PATCH', '', { domain: domain.toUpperCase() }))).toBe(
      '409 domain.taken',
    );
    const winner = replies[0].status === 200 ? first : second;
    await winner.set('elsewhere.example');
    await third.set(domain);
  });

  it('is told by the chain of the organisation, which commits to the name instead of telling it', async () => {
    const { client, domain } = await openVerified();
    const { data } = await client.org.listAudit();
    const kinds = data.map(({ kind, payload }) => [kind, payload.changed]);
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['branding.updated', ['domain']],
        ['branding.domain_verified', undefined],
      ]),
    );
    expect(JSON.stringify(data)).not.toContain(domain);
  });
});

describe('links', () => {
  it('use the domain once it is verified, and not before', async () => {
    const organisation = await openOrganisation();
    const domain = freshDomain();
    const { record } = await organisation.set(domain);
    const own = new URL(server.baseUrl).host;
    const email = `links${count}@example.com`;
    const linksOf = async () => {
      const { invite } = await organisation.mint({ recipient_email: email, send_email: true });
      const inspection = await callApi(server, 'POST /sessions', {
        root: VERSIONED_ROOT,
        apiKey: organisation.apiKey,
        body: {},
      });
      await runDueJobs(server.context);
      const letter = server.post.emails
        .filter(({ to, text }) => to === email && text.includes('/join/'))
        .at(-1)!;
      return [
        invite.join_url!,
        String(inspection.body.join_url),
        /https?:\/\/\S+\/join\/\S+/.exec(letter.text)![0],
      ].map((link) => readLink(link).host);
    };
    expect(await linksOf()).toEqual([own, own, own]);
    records.set(record.name, [record.value]);
    await organisation.verify();
    expect(await linksOf()).toEqual([domain, domain, domain]);
    await organisation.set(null);
    expect(await linksOf()).toEqual([own, own, own]);
  });

  it('of members who are invited go over it, and those that verify reports do not', async () => {
    const { client, domain } = await openVerified();
    const email = `member${count}@example.com`;
    await client.members.create({ email, name: 'Ada', role: 'observer' });
    await runDueJobs(server.context);
    const letter = server.post.emails.find(({ to }) => to === email)!;
    expect(letter.text).toContain(`https://${domain}/invitations#`);
  });

  it('go over the own host again when the plan no longer includes it, and those that were sent still open', async () => {
    const organisation = await openVerified();
    const before = (await organisation.mint()).invite.join_url!;
    await setPlan(organisation.organisationId, 'free');
    const after = (await organisation.mint()).invite.join_url!;
    expect(readLink(after).host).toBe(new URL(server.baseUrl).host);
    expect((await ask(organisation.domain, joinPathOf(before))).status).toBe(200);
  });
});

describe('a host that is not verified is not served', () => {
  it.each([
    'evil.example',
    'inspect.example.com.evil.example',
    'xn--pple-43d.example',
    '127.0.0.1.evil.example',
  ])('%s gets 421, whatever it asks for', async (host) => {
    for (const path of ['/', '/join/x', '/docs', '/v1/branding', '/v1/openapi.json', '/nothing']) {
      const reply = await ask(host, path, { headers: { accept: 'text/html' } });
      const problem = JSON.parse(reply.body) as { code: string };
      expect([reply.status, problem.code]).toEqual([421, 'misdirected_request']);
    }
  });

  it('nor one that is set and not yet verified, nor one that was taken away', async () => {
    const organisation = await openOrganisation();
    const domain = freshDomain();
    const { record } = await organisation.set(domain);
    expect((await ask(domain, '/join/assets/join-page.css')).status).toBe(421);
    records.set(record.name, [record.value]);
    await organisation.verify();
    expect((await ask(domain, '/join/assets/join-page.css')).status).toBe(200);
    await organisation.set(null);
    expect((await ask(domain, '/join/assets/join-page.css')).status).toBe(421);
  });

  it('but probes are, by any name, and everything by an address and by a name of the inner network', async () => {
    for (const path of ['/livez', '/readyz']) expect((await ask('evil.example', path)).status).toBe(200);
    const { port } = new URL(server.baseUrl);
    for (const host of ['10.1.2.3', `[fd00::1]:${port}`, 'api', `localhost:${port}`, `LOCALHOST.`])
      expect((await ask(host, '/v1/openapi.json')).status).toBe(200);
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

/** The status of an upgrade, or 101. */
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
    const organisation = await openVerified();
    await organisation.client.branding.update({ display_name: 'Nordic', colours: { primary: '#7a1f5c' } });
    const { domain } = organisation;
    const link = (await organisation.mint()).invite.join_url!;
    const { path } = readLink(link);
    const page = await ask(domain.toUpperCase() + ':443', path);
    expect([page.status, page.body.includes('Nordic')]).toEqual([200, true]);
    expect(page.headers['content-security-policy']).toMatch(
      new RegExp(`connect-src 'self' wss://${domain}$`),
    );
    const joined = await ask(domain, joinPathOf(link));
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
    const state = await ask(domain, '/v1/field/session', { headers });
    expect([state.status, state.body.includes(`https://${domain}/v1/field/uploads`)]).toEqual([200, true]);
    expect(await openSocket(domain, body.media_connection.token)).toBe('welcome');
    const own = await ask('localhost', '/v1/field/session', { headers });
    expect([own.status, own.body.includes(domain)]).toEqual([200, false]);
  });

  it('another organisation’s token answers as one that nobody has', async () => {
    const { domain } = await openVerified();
    const other = await openOrganisation();
    await other.client.branding.update({ display_name: 'Somebody Else' });
    const link = (await other.mint()).invite.join_url!;
    const unknown = await ask(domain, joinPathOf(link).replace(/.{10}$/, 'AAAAAAAAAA'));
    const theirs = await ask(domain, joinPathOf(link));
    expect([theirs.status, unknown.status]).toEqual([404, 404]);
    const show = (body: string) => ({ ...(JSON.parse(body) as object), request_id: '' });
    expect(show(theirs.body)).toEqual(show(unknown.body));
    expect((await ask(domain, readLink(link).path)).body).not.toContain('Somebody Else');
    const joined = JSON.parse((await ask('localhost', joinPathOf(link))).body) as {
      field_session_token: string;
      media_connection: { token: string };
    };
    const headers = { authorization: `Bearer ${joined.field_session_token}` };
    expect((await ask(domain, '/v1/field/session', { headers })).status).toBe(401);
    expect((await ask(domain, '/v1/field/uploads', { method: 'POST', headers })).status).toBe(401);
    expect(await openSocket(domain, joined.media_connection.token)).toBe(4401);
  });

  it('another organisation’s invitation, logo and signing link are not known', async () => {
    const { domain } = await openVerified();
    const other = await openOrganisation();
    const email = `invited${++count}@example.com`;
    await other.client.members.create({ email, name: 'Ada', role: 'observer' });
    await runDueJobs(server.context);
    const token = /invitations#(\S+)/.exec(server.post.emails.find(({ to }) => to === email)!.text)![1]!;
    const accept = (host: string) =>
      ask(host, '/v1/org/invitations/accept', {
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
    expect([(await ask(domain, logo)).status, (await ask('localhost', logo)).status]).toEqual([404, 200]);
  });

  it('neither the API with a key, nor the documentation, nor the pages that verify', async () => {
    const { domain, apiKey } = await openVerified();
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
      expect([path, (await ask(domain, path, { headers })).status]).toEqual([path, 404]);
    const page = await ask(domain, '/', { headers });
    expect(page.body).toContain('<h1>');
    expect(page.body).not.toContain('Documentation');
    for (const path of ['/invitations', '/sign', '/favicon.svg', '/assets/page-base.css'])
      expect([path, (await ask(domain, path)).status]).toEqual([path, 200]);
  });

  it('and its subdomains are not told to speak https only', async () => {
    const { domain } = await openVerified();
    const { config } = server.context;
    const { baseUrl } = config;
    config.baseUrl = 'https://inspections.example';
    const hsts = async (host: string) => (await ask(host, '/sign')).headers['strict-transport-security'];
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
  await ask('evil.example', '/');
  domains.find = find;
  expect(asked).toEqual(['evil.example']);
});

it('who asks by invented hosts is counted by address, before anything is looked up', async () => {
  const aside = await startTestServer({ UNAUTHENTICATED_RATE_LIMIT: '3' }, { resolveTxt });
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

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeMediaConnection } from '../../platform/media-connection.ts';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { connectSignalling } from '../../testing/connect-signalling.ts';
import { unknownApiKey } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { closeLapsed } from '../media/beat-peers.ts';
import { createCredential } from './create-credential.ts';
import { getCredential } from './credential-routes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY_HOPS: '1' });
});
afterAll(() => server.close());

const make = (allowedNetworks: string[], rateLimit = 1_000) =>
  createCredential(server.context, {
    organisationId: server.seed.organisationId,
    name: 'bound',
    scopes: ['sessions:read', 'sessions:write'],
    operatorEmail: 'operator@example.com',
    allowedNetworks,
    rateLimit,
  });
const readFrom = (apiKey: string, forwarded: string) =>
  callApi(server, 'GET /sessions', { apiKey, headers: { 'x-forwarded-for': forwarded } });
const show = (credentialId: string) =>
  getCredential(server.context, { organisationId: server.seed.organisationId, credentialId });

describe('a key that is bound to networks', () => {
  it.each([
    ['203.0.113.0/24', '203.0.113.7', 200],
    ['203.0.113.0/24', '203.0.114.7', 401],
    ['203.0.113.7/32', '203.0.113.8', 401],
    ['203.0.113.0/24', '::ffff:203.0.113.7', 200],
    ['203.0.113.0/24', '::ffff:cb00:7107', 200],
    ['203.0.113.0/24', '2001:db8::7', 401],
    ['2001:db8::/32', '2001:db8:1::7', 200],
    ['2001:db8::/32', '2001:db9::7', 401],
    ['::/0', '203.0.113.7', 401],
    ['0.0.0.0/0', '203.0.113.7', 200],
    ['203.0.113.0/24', '203.0.113.7:54321', 200],
    ['203.0.113.0/24', '198.51.100.1:443', 401],
    ['203.0.113.0/24', '[::ffff:203.0.113.7]:54321', 200],
    ['2001:db8::/32', '[2001:db8:1::7]', 200],
    ['2001:db8::/32', '[2001:db8:1::7]:54321', 200],
    ['2001:db8::/32', '[2001:db9::7]:54321', 401],
    ['fe80::/10', 'fe80::7%eth0', 200],
    ['203.0.113.0/24', 'unknown', 401],
    ['203.0.113.0/24', '203.0.113.7, 198.51.100.1', 401],
    ['203.0.113.0/24', '198.51.100.1, 203.0.113.7', 200],
  ])('%s takes what the nearest proxy saw as %j: %i', async (network, forwarded, status) => {
    const { api_key } = await make(['192.0.2.0/24', network]);
    expect((await readFrom(api_key, forwarded)).status).toBe(status);
  });

  it('is told from elsewhere what an unknown one is told, and its credential shows when and from where', async () => {
    const { id, api_key } = await make(['203.0.113.0/24']);
    const [bound, unknown] = [
      await readFrom(api_key, '198.51.100.1'),
      await readFrom(unknownApiKey(server.context), '198.51.100.1'),
    ];
    const without = ({ body: { request_id: _, ...problem } }: typeof bound) => problem;
    expect([bound.status, without(bound)]).toEqual([401, without(unknown)]);
    const shown = await show(id);
    expect(shown).toMatchObject({ last_refused_address: '198.51.100.1', last_used_at: null });
    expect(Math.abs(Date.parse(shown.last_refused_at!) - Date.now())).toBeLessThan(60_000);
    await readFrom(api_key, '198.51.100.2');
    expect(await show(id)).toEqual(shown);
  });

  it('shows where it was refused without the port that a proxy wrote', async () => {
    const { id, api_key } = await make(['203.0.113.0/24']);
    await readFrom(api_key, '[2001:DB8:0::9]:54321');
    expect(await show(id)).toMatchObject({ last_refused_address: '2001:db8::9' });
  });

  it('keeps its requests: what comes from elsewhere uses up none of them', async () => {
    const { api_key } = await make(['203.0.113.0/24'], 3);
    for (let count = 0; count < 10; count++) await readFrom(api_key, '198.51.100.1');
    const statuses = [];
    for (let count = 0; count < 4; count++) statuses.push((await readFrom(api_key, '203.0.113.7')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('sent from two places at once is judged for each', async () => {
    const { api_key } = await make(['203.0.113.0/24']);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        readFrom(api_key, index % 2 === 0 ? '203.0.113.7' : '198.51.100.1'),
      ),
    );
    expect(replies.map(outcomeOf)).toEqual(
      replies.map((_, index) => (index % 2 === 0 ? '200' : '401 unauthenticated')),
    );
  });

  it('is refused from elsewhere by the uploads, too', async () => {
    const { api_key } = await make(['203.0.113.0/24']);
    const response = await fetch(`${server.baseUrl}/v1/field/uploads`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api_key}`, 'x-forwarded-for': '198.51.100.1' },
    });
    expect(response.status).toBe(401);
  });
});

describe('a connection to a live room that such a key gave', () => {
  const enter = async (credentialId: string) => {
    const session = await server.client.sessions.create({});
    const { token } = describeMediaConnection(server.context, {
      organisationId: server.seed.organisationId,
      sessionId: session.id,
      role: 'operator',
      identity: `operator-${credentialId}`,
      credentialId,
    });
    return connectSignalling(server.baseUrl, { token });
  };

  it('is entered from its networks, and from nowhere else', async () => {
    const [home, abroad] = [await make(['127.0.0.0/8']), await make(['203.0.113.0/24'])];
    const inside = await enter(home.id);
    expect((await inside.next()).type).toBe('welcome');
    await inside.close();
    const outside = await enter(abroad.id);
    expect(await outside.closed).toMatchObject({ reason: 'unauthenticated' });
  });

  it('is entered by no token of a credential that has lost sessions:write', async () => {
    const { id } = await make([]);
    await takeScope(id);
    const client = await enter(id);
    expect(await client.closed).toMatchObject({ reason: 'unauthenticated' });
    // No welcome came before the close: a beat would also have closed a client that was let in.
    expect(client.waiting()).toEqual([]);
  });

  const takeScope = (id: string) =>
    server.context.database.prisma.credential.updateMany({
      where: { id },
      data: { scopes: ['sessions:read'] },
    });

  /** A beat over two peers of a credential; gives those that it has closed. */
  const openPeers = (id: string) => {
    const closed: string[] = [];
    const { organisationId } = server.seed;
    const connection = (address: string) => ({
      id: server.context.ids.next(),
      peer: { organisationId, sessionId: id, identity: 'o', role: 'operator' as const, credentialId: id },
      address,
      send: () => {},
      close: () => void closed.push(address),
      look: () => {},
    });
    return async () => {
      const peers = [connection('198.51.100.1'), connection('203.0.113.7')];
      await closeLapsed(peers, server.context.database.pool as never);
      return closed;
    };
  };

  it('is closed at the next beat once its credential has lost sessions:write, though nobody told of it', async () => {
    const { id } = await make([]);
    const beat = openPeers(id);
    expect(await beat()).toEqual([]);
    await takeScope(id);
    expect(await beat()).toEqual(['198.51.100.1', '203.0.113.7']);
  });

  it('is closed at the next beat once its networks leave it out', async () => {
    const { id } = await make([]);
    const beat = openPeers(id);
    expect(await beat()).toEqual([]);
    await server.context.database.prisma.credential.updateMany({
      where: { id },
      data: { allowed_networks: ['203.0.113.0/24'] },
    });
    expect(await beat()).toEqual(['198.51.100.1']);
  });
});

describe('a key that changes its own networks', () => {
  const change = (by: { api_key: string }, id: string, allowed_networks: string[], from = '203.0.113.7') =>
    callApi(server, `PATCH /org/credentials/${id}`, {
      root: '/v1',
      apiKey: by.api_key,
      headers: { 'x-forwarded-for': from },
      body: { allowed_networks },
    });
  const makeAdmin = () =>
    createCredential(server.context, {
      organisationId: server.seed.organisationId,
      name: 'admin',
      scopes: ['sessions:read', 'sessions:write', 'credentials:read', 'credentials:write'],
      operatorEmail: 'operator@example.com',
      rateLimit: 1_000,
    });

  it('can not shut itself out from where it calls, and is told what to add', async () => {
    const admin = await makeAdmin();
    for (const networks of [['198.51.100.0/24'], ['2001:db8::/32', '203.0.114.0/24']]) {
      const reply = await change(admin, admin.id, networks);
      expect(outcomeOf(reply)).toBe('400 validation_error');
      expect(reply.body.errors).toMatchObject([
        {
          path: 'body.allowed_networks',
          message: expect.stringContaining('must hold 203.0.113.7:') as string,
        },
      ]);
    }
    expect(outcomeOf(await change(admin, admin.id, ['203.0.113.0/24'], 'unknown'))).toBe(
      '400 validation_error',
    );
    expect((await show(admin.id)).allowed_networks).toEqual([]);
    expect((await readFrom(admin.api_key, '203.0.113.7')).status).toBe(200);
  });

  it('may bind itself to where it is, unbind itself, and bind another key to anywhere else', async () => {
    const [admin, other] = [await makeAdmin(), await make([])];
    expect((await change(admin, admin.id, ['203.0.113.0/24'])).status).toBe(200);
    expect((await readFrom(admin.api_key, '203.0.114.7')).status).toBe(401);
    expect((await change(admin, admin.id, ['203.0.113.7/32', '203.0.113.128/25'])).status).toBe(200);
    const free = await makeAdmin();
    expect((await change(free, other.id, ['198.51.100.0/24'])).status).toBe(200);
    expect((await change(free, free.id, [])).status).toBe(200);
  });
});

import { SCOPES } from '@field-inspection/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { sendHalf } from '../../testing/send-half.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { FROM_OWN_PAGE, signInAs, type SignedIn } from '../../testing/sign-in.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { cleanUpAttempts, cleanUpSessions } from './exports/clean-up-sign-ins.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const prisma = () => server.context.database.prisma;
const sessionOf = async ({ call }: SignedIn): Promise<string> =>
  (await call('GET /me')).body['credential'] as string;
const PUBLIC = { root: '/api/v1/public' };

describe('what a session may do', () => {
  it('follows the role of its member at each request', async () => {
    const { call, memberId } = await signInAs(server, 'inspector');
    expect((await call('POST /sessions', PUBLIC)).status).toBe(201);
    await server.context.transact(async (tx) => {
      await tx.db.member.updateMany({ where: { id: memberId }, data: { role: 'observer' } });
    });
    const refused = await call('POST /sessions', PUBLIC);
    expect(refused.body.detail).toBe('This needs the scope sessions:write, which your role does not have.');
    expect((await call('GET /sessions', PUBLIC)).status).toBe(200);
  });

  it('is nothing once the member is disabled or signed out, also for a write that was under way', async () => {
    const ada = await signInAs(server, 'inspector');
    const admin = await signInAs(server, 'org_admin');
    const begin = () =>
      sendHalf(`${server.baseUrl}/api/v1/public/sessions`, {
        headers: { cookie: ada.cookie, ...FROM_OWN_PAGE },
        body: JSON.stringify({ notes: 'half' }),
      });
    expect((await begin().finish()).status).toBe(201);
    const [beforeDisabling, beforeSignOut] = [begin(), begin()];
    await Promise.all([beforeDisabling.judged, beforeSignOut.judged]);
    await admin.call(`PATCH /org/members/${ada.memberId}`, { body: { status: 'disabled' } });
    const sentence = 'The session of this cookie has ended. Sign in again.';
    const ended = { status: 401, code: 'unauthenticated', detail: sentence };
    expect(await beforeDisabling.finish()).toEqual(ended);
    expect(outcomeOf(await ada.call('GET /me'))).toBe('401 unauthenticated');
    await admin.call(`PATCH /org/members/${ada.memberId}`, { body: { status: 'active' } });
    expect((await ada.call('POST /me/sign-out')).status).toBe(200);
    expect(await beforeSignOut.finish()).toEqual(ended);
  });

  it('reaches nothing of another organisation', async () => {
    const abroad = await seedOrganisation(server.context);
    const { call } = await signInAs(server, 'org_admin');
    const { id } = await server.clientOf(abroad.apiKey).sessions.create({});
    expect((await call(`GET /sessions/${id}`, PUBLIC)).status).toBe(404);
    const there = await signInAs(server, 'org_admin', { organisationId: abroad.organisationId });
    const session = await sessionOf(there);
    expect((await call(`GET /org/members/${there.memberId}/sessions`)).status).toBe(404);
    expect((await call(`DELETE /org/members/${there.memberId}/sessions/${session}`)).status).toBe(404);
    expect((await there.call('GET /me')).status).toBe(200);
  });

  it('is once under an Idempotency-Key, and its reply is no other member’s', async () => {
    const [ada, eve] = [await signInAs(server, 'inspector'), await signInAs(server, 'inspector')];
    const create = (person: SignedIn) =>
      person.call('POST /sessions', { ...PUBLIC, headers: { 'idempotency-key': 'same' } });
    const [first, again, others] = [await create(ada), await create(ada), await create(eve)];
    expect(again.body.id).toBe(first.body.id);
    expect(others.body.id).not.toBe(first.body.id);
  });

  it('is a key without an end, as an org_admin: a session that ends today does not bound it', async () => {
    const { call } = await signInAs(server, 'org_admin');
    const body = { name: 'Dispatch', scopes: ['sessions:read'], rate_limit: 600 };
    expect((await call('POST /org/credentials', { body })).body).toMatchObject({
      expires_at: null,
      rate_limit: 600,
    });
    const person = { email: 'grace@example.com', name: 'Grace', role: 'org_admin' };
    expect((await call('POST /org/members', { body: person })).status).toBe(201);
  });

  it('is 300 requests a minute', async () => {
    const { call } = await signInAs(server, 'inspector');
    expect((await call('GET /me')).headers.get('x-ratelimit-limit')).toBe('300');
  });

  it('costs no statement more than a key does', async () => {
    const { call } = await signInAs(server, 'inspector');
    const statementsOf = async (work: () => Promise<unknown>) => {
      const query = vi.spyOn(pg.Client.prototype, 'query');
      await work();
      const sent = query.mock.calls.length;
      query.mockRestore();
      return sent;
    };
    for (const route of ['GET /sessions', 'POST /sessions']) {
      const byKey = await statementsOf(() => callApi(server, route));
      expect(await statementsOf(() => call(route, PUBLIC))).toBe(byKey);
    }
  });
});

describe('the end of a session', () => {
  it('comes by itself 8 hours after its last use, and 24 hours after its beginning at the latest', async () => {
    const ada = await signInAs(server, 'inspector');
    const id = await sessionOf(ada);
    const key = { organisation_id_id: { organisation_id: server.seed.organisationId, id } };
    const endOf = async () => {
      const { expires_at, created_at, last_used_at } = await prisma().credential.findUniqueOrThrow({
        where: key,
      });
      return [expires_at!.getTime() - last_used_at!.getTime(), expires_at!.getTime() - created_at.getTime()];
    };
    expect((await endOf())[0]).toBe(8 * 3_600_000);
    const usedLong = { last_used_at: null, created_at: new Date(Date.now() - 20 * 3_600_000) };
    await prisma().credential.update({ where: key, data: usedLong });
    await ada.call('GET /me');
    expect((await endOf())[1]).toBe(24 * 3_600_000);
    await prisma().credential.update({ where: key, data: { expires_at: new Date(Date.now() - 1) } });
    expect(outcomeOf(await ada.call('GET /me'))).toBe('401 unauthenticated');
  });

  it('is nearer where the organisation says so, from its next use on', async () => {
    const { organisationId, apiKey } = await seedOrganisation(server.context);
    const ada = await signInAs(server, 'inspector', { organisationId });
    await server.clientOf(apiKey).org.update({ sign_in_idle_minutes: 15 });
    const { expires_at } = (await ada.call('GET /me')).body['session'] as { expires_at: string };
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(15 * 60_000);
  });

  it('is a sign-out, which takes the cookie away', async () => {
    const ada = await signInAs(server, 'inspector');
    const reply = await ada.call('POST /me/sign-out');
    expect(reply.status).toBe(200);
    expect(reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-fis_session=; Path=\/; Max-Age=0;/),
    ]);
    expect(outcomeOf(await ada.call('GET /me'))).toBe('401 unauthenticated');
  });

  it('is its member’s to bring about from another device, and an org_admin’s', async () => {
    const email = 'two-devices@example.com';
    const ada = await signInAs(server, 'inspector', { email });
    const id = await sessionOf(ada);
    const admin = await signInAs(server, 'org_admin');
    const path = `/org/members/${ada.memberId}/sessions`;
    expect((await admin.call(`GET ${path}`)).body['data']).toMatchObject([
      { id, way: 'code', is_current: false },
    ]);
    expect((await admin.call(`DELETE ${path}/${id}`)).status).toBe(204);
    expect(outcomeOf(await ada.call('GET /me'))).toBe('401 unauthenticated');
    expect((await admin.call(`GET ${path}`)).body['data']).toEqual([]);
    const [entry] = await prisma().orgEntry.findMany({
      orderBy: { sequence: 'desc' },
      take: 1,
      where: { organisation_id: server.seed.organisationId },
    });
    expect(entry).toMatchObject({
      kind: 'member.signed_out',
      payload: { member_id: admin.memberId, member: ada.memberId, session: id },
    });
  });

  it('is the removal of its member', async () => {
    const [ada, admin] = [await signInAs(server, 'inspector'), await signInAs(server, 'org_admin')];
    expect((await admin.call(`DELETE /org/members/${ada.memberId}`)).status).toBe(204);
    expect(outcomeOf(await ada.call('GET /me'))).toBe('401 unauthenticated');
  });

  it('leaves a row for 90 days, and then none, nor its token, nor its count', async () => {
    const ada = await signInAs(server, 'inspector');
    const id = await sessionOf(ada);
    const end = (days: number) =>
      prisma().credential.updateMany({
        where: { id },
        data: { expires_at: new Date(server.clock.now().getTime() - days * 86_400_000) },
      });
    const kept = () => prisma().credential.count({ where: { id } });
    await end(89);
    await cleanUpSessions(server.context);
    expect(await kept()).toBe(1);
    await end(91);
    await cleanUpSessions(server.context);
    expect(await kept()).toBe(0);
    expect(await prisma().credentialKey.count({ where: { credential_id: id } })).toBe(0);
    expect(await prisma().rateWindow.count({ where: { subject_id: id } })).toBe(0);
    await cleanUpAttempts(server.context);
  });
});

describe('keys', () => {
  it('are listed, counted, shown, changed, rotated and revoked without the sessions', async () => {
    const ada = await signInAs(server, 'org_admin');
    const id = await sessionOf(ada);
    const { data } = await server.client.credentials.list({ limit: 100 });
    expect(data.map((credential) => credential.id)).not.toContain(id);
    for (const [route, body] of [
      [`GET /org/credentials/${id}`],
      [`PATCH /org/credentials/${id}`, { name: 'x' }],
      [`POST /org/credentials/${id}/rotate`],
      [`DELETE /org/credentials/${id}`],
    ] as const) {
      expect(outcomeOf(await ada.call(route, body ? { body } : {}))).toBe('404 not_found');
    }
    expect((await ada.call('GET /me')).status).toBe(200);
  });
});

describe('GET /v1/me', () => {
  it('says of a key whom it acts for and what it may do', async () => {
    const reply = await callApi(server, 'GET /me', { root: '/v1' });
    expect(reply.body).toMatchObject({
      organisation: server.seed.organisationId,
      organisation_name: 'Acme Inspections',
      credential: server.seed.credentialId,
      member: null,
      scopes: SCOPES,
      session: null,
    });
  });
});

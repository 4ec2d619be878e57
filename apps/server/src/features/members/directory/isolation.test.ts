import { SCOPES } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addMember } from '../add-member.ts';
import { cleanUpProvisioning } from '../exports/clean-up-provisioning.ts';
import { lockKeyOf } from '../../../platform/database/right-lock.ts';
import { callApi } from '../../../testing/call-api.ts';
import { seedOrganisation, unknownApiKey } from '../../../testing/seed-organisation.ts';
import { sendHalf } from '../../../testing/send-half.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { SCIM_CODES } from '../../../http/scim/serve-scim.ts';
import { callScim, openDirectory, PATCH, type TestDirectory } from './testing/open-directory.ts';

let server: TestServer;
let ours: TestDirectory;
let theirs: TestDirectory;
beforeAll(async () => {
  server = await startTestServer();
  ours = await openDirectory(server);
  theirs = await openDirectory(server);
});
afterAll(() => server.close());

const prisma = () => server.context.database.prisma;
const patch = (...Operations: object[]) => ({ schemas: [PATCH], Operations });

describe('a directory of another organisation', () => {
  it('reaches nothing by an id, a filter or a group, and changes nothing', async () => {
    const { id } = await theirs.addUser('ada@example.com', { externalId: 'x-1' });
    const group = await theirs.addGroup('Roofs', [id]);
    const before = await prisma().directoryUser.findFirst({ where: { id } });
    for (const route of [`/Users/${id}`, `/Groups/${group}`])
      for (const [method, body] of [
        ['GET'],
        ['PUT', { userName: 'eve@example.com', displayName: 'Eve' }],
        ['PATCH', patch({ op: 'replace', path: 'active', value: false })],
        ['DELETE'],
      ] as const)
        expect([method, (await ours.call(`${method} ${route}`, body)).status]).toEqual([method, 404]);
    for (const filter of [
      'userName eq "ada@example.com"',
      'externalId eq "x-1"',
      `id eq "${id}"`,
      'userName pr or active pr',
    ])
      expect((await ours.call(`GET /Users?filter=${encodeURIComponent(filter)}`)).body.totalResults).toBe(0);
    const byMember = encodeURIComponent(`members.value eq "${id}"`);
    expect((await ours.call(`GET /Groups?filter=${byMember}`)).body.totalResults).toBe(0);
    const stranger = await ours.call('POST /Groups', { displayName: 'Ours', members: [{ value: id }] });
    expect([stranger.status, stranger.body.scimType]).toEqual([400, 'invalidValue']);
    expect(await prisma().directoryUser.findFirst({ where: { id } })).toEqual(before);
    // The same names are free here.
    expect((await ours.call('POST /Users', { userName: 'ada@example.com', externalId: 'x-1' })).status).toBe(
      201,
    );
    expect(await ours.client.directory.listLog({ outcome: 'refused' })).toMatchObject({
      data: expect.any(Array),
    });
    expect((await theirs.client.directory.listLog({ outcome: 'refused' })).data).toEqual([]);
  });
});

describe('a token', () => {
  it('is a key of the scope directory:write: it opens /scim/v2, and no other route', async () => {
    const { token } = ours;
    expect(token.api_key).toMatch(/^fis_/);
    const listed = await ours.client.directory.listTokens();
    expect(listed.data.map(({ id, scopes }) => [id, scopes])).toEqual([[token.id, ['directory:write']]]);
    for (const route of [
      'GET /v1/org',
      'GET /v1/org/directory',
      'POST /v1/org/directory/tokens',
      'GET /v1/org/members',
    ]) {
      const [method = '', path = ''] = route.split(' ');
      const reply = await callApi(server, `${method} ${path}`, {
        apiKey: token.api_key,
        root: '',
        body: method === 'POST' ? { name: 'x' } : undefined,
      });
      expect([route, reply.status]).toEqual([route, 403]);
    }
  });

  it('is made by who has the scope, rotated with an overlap, and dead once it is revoked', async () => {
    const { id, api_key } = await ours.client.directory.createToken({ name: 'Second' });
    const rotated = await ours.client.directory.rotateToken(id, { overlap_hours: 1 });
    const statusOf = async (apiKey: string) => (await callScim(server, 'GET /Users', { apiKey })).status;
    expect([await statusOf(api_key), await statusOf(rotated.api_key)]).toEqual([200, 200]);
    await ours.client.directory.revokeToken(id);
    expect([await statusOf(api_key), await statusOf(rotated.api_key)]).toEqual([401, 401]);
    const { organisationId } = ours;
    const { client } = await keyWith(
      SCOPES.filter((scope) => scope !== 'directory:write'),
      organisationId,
    );
    await expect(client.directory.createToken({ name: 'x' })).rejects.toMatchObject({
      code: 'permission_denied',
    });
  });

  it('of another organisation, or a key that is no token, is not found', async () => {
    const other = await theirs.client.credentials.create({ name: 'x', scopes: ['org:read'] });
    for (const id of [theirs.token.id, other.id]) {
      await expect(ours.client.directory.revokeToken(id)).rejects.toMatchObject({ status: 404 });
      await expect(ours.client.directory.rotateToken(id)).rejects.toMatchObject({ status: 404 });
    }
    await expect(theirs.client.directory.revokeToken(other.id)).rejects.toMatchObject({ status: 404 });
  });

  it('that is none, or lacks the scope, is refused as RFC 7644 says', async () => {
    const { apiKey } = await keyWith(['org:read'], ours.organisationId);
    for (const [key, status] of [
      [null, 401],
      [unknownApiKey(server.context), 401],
      [apiKey, 403],
    ] as const) {
      const reply = await callScim(server, 'GET /Users', { apiKey: key });
      expect([reply.status, reply.body]).toEqual([
        status,
        {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
          status: String(status),
          detail: expect.any(String),
        },
      ]);
      expect(reply.headers.get('content-type')).toContain('application/scim+json');
    }
  });

  it('is counted as keys are: over its requests a minute it is 429, with when to try again', async () => {
    const { id, api_key } = await ours.client.directory.createToken({ name: 'Slow' });
    await prisma().credential.updateMany({ where: { id }, data: { rate_limit: 2 } });
    const replies = [];
    for (let n = 0; n < 3; n++) replies.push(await callScim(server, 'GET /Users', { apiKey: api_key }));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(Number(replies[2]!.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

const keyWith = async (scopes: readonly (typeof SCOPES)[number][], organisationId: string) => {
  const { createCredential } = await import('../../credentials/create-credential.ts');
  const made = await createCredential(server.context, {
    organisationId,
    name: 'k',
    scopes: [...scopes],
    operatorEmail: 'k@example.com',
    rateLimit: 1_000,
  });
  return { apiKey: made.api_key, client: server.clientOf(made.api_key) };
};

it('on a plan without provisioning all of it is 402 but reading and revoking', async () => {
  const seed = await seedOrganisation(server.context, { plan: 'pro' });
  const client = server.clientOf(seed.apiKey);
  const refusal = { status: 402, code: 'sso.not_in_plan' };
  await expect(client.directory.createToken({ name: 'x' })).rejects.toMatchObject(refusal);
  await expect(client.directory.update({ default_role: 'auditor' })).rejects.toMatchObject(refusal);
  expect((await client.directory.get()).version).toBe(0);
  const reply = await callScim(server, 'GET /Users', { apiKey: seed.apiKey });
  expect([reply.status, reply.body.detail]).toEqual([402, expect.stringContaining('sso.not_in_plan')]);
  const { organisationId, token, client: lost } = await openDirectory(server);
  await prisma().organisation.update({ where: { id: organisationId }, data: { plan: 'free' } });
  await expect(lost.directory.rotateToken(token.id)).rejects.toMatchObject(refusal);
  await lost.directory.revokeToken(token.id);
});

describe('during a write', () => {
  it.each(['disabled', 'demoted'] as const)(
    'of a member who is %s, the answer waits for it, and nothing of theirs commits after it',
    async (end) => {
      const directory = await openDirectory(server, { roles: [{ group: 'Roofs', role: 'inspector' }] });
      const { id, member } = await directory.addUser('ada@example.com');
      const group = await directory.addGroup('Roofs', [id]);
      const key = await directory.client.credentials.create({
        name: 'k',
        scopes: ['sessions:write'],
        member,
      });
      const session = { token: key.api_key, body: '{"notes":"roof"}' };
      const half = sendHalf(`${server.baseUrl}/api/v1/public/sessions`, session);
      await half.judged;
      const lock = lockKeyOf({ kind: 'credential', id: key.id });
      const writing = await server.context.database.pool.connect();
      await writing.query('begin');
      await writing.query('select pg_advisory_xact_lock_shared($1)', [String(lock)]);
      const ended =
        end === 'disabled'
          ? directory.call(`PATCH /Users/${id}`, patch({ op: 'replace', path: 'active', value: false }))
          : directory.call(`PATCH /Groups/${group}`, patch({ op: 'remove', path: 'members' }));
      const isAwaited = async () => {
        const { rows } = await writing.query<{ waits: number }>(
          "select count(*)::int as waits from pg_locks where locktype = 'advisory' and not granted",
        );
        expect(rows[0]!.waits).toBe(1);
      };
      await vi.waitFor(isAwaited, 10_000).finally(async () => {
        await writing.query('commit');
        writing.release();
      });
      expect((await ended).status).toBeLessThan(300);
      expect((await half.finish()).status).toBe(end === 'disabled' ? 401 : 403);
      expect(await prisma().session.count({ where: { organisation_id: directory.organisationId } })).toBe(0);
    },
  );

  it('two requests that would each leave the other admin alone leave one', async () => {
    const directory = await openDirectory(server, { roles: [{ group: 'Admins', role: 'org_admin' }] });
    const users = [await directory.addUser('a@example.com'), await directory.addUser('b@example.com')];
    await directory.addGroup(
      'Admins',
      users.map(({ id }) => id),
    );
    const off = patch({ op: 'replace', path: 'active', value: false });
    const replies = await Promise.all(users.map(({ id }) => directory.call(`PATCH /Users/${id}`, off)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const where = { organisation_id: directory.organisationId, role: 'org_admin', status: 'active' };
    expect(await prisma().member.count({ where })).toBe(1);
  });

  it('of one user twice at once, one is made', async () => {
    const directory = await openDirectory(server);
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => directory.call('POST /Users', { userName: 'one@example.com' })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(5);
    expect((await directory.client.members.list()).data).toHaveLength(1);
  });
});

it('a key repeats the reply of a POST under one Idempotency-Key, and makes one user', async () => {
  const send = () =>
    ours.call('POST /Users', { userName: 'again@example.com' }, { 'idempotency-key': 'k-1' });
  const [first, second] = [await send(), await send()];
  expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
});

it('paths that are none, methods and filters where there are none are refused in the words of RFC 7644', async () => {
  for (const [route, status] of [
    ['GET /Me', 404],
    ['POST /Bulk', 404],
    ['GET /Users/x/y', 404],
    ['GET /', 404],
    ['GET /Users/%FF', 404],
    ['POST /Users/x', 405],
    ['DELETE /Users', 405],
    ['POST /Schemas', 405],
    ['GET /Schemas?filter=x', 403],
    ['GET /ResourceTypes/User', 200],
    ['GET /Schemas/urn:ietf:params:scim:schemas:core:2.0:User', 200],
    ['GET /Schemas/none', 404],
    ['HEAD /Users', 200],
  ] as const) {
    const reply = await callScim(server, route, { apiKey: ours.token.api_key });
    expect([route, reply.status]).toEqual([route, status]);
    if (status >= 400)
      expect([String(reply.body.status), reply.body.detail]).toEqual([String(status), expect.any(String)]);
  }
  expect(Object.keys(SCIM_CODES)).toContain('org.last_admin');
});

it('entries of the log go after 30 days, and those of the day before stay', async () => {
  const where = { organisation_id: ours.organisationId };
  const rows = await prisma().provisioningEntry.findMany({ where });
  const daysAgo = (days: number) => new Date(server.clock.now().getTime() - days * 86_400_000);
  await prisma().provisioningEntry.updateMany({ where, data: { created_at: daysAgo(31) } });
  await prisma().provisioningEntry.updateMany({
    where: { id: rows[0]!.id },
    data: { created_at: daysAgo(29) },
  });
  await cleanUpProvisioning(server.context);
  expect((await prisma().provisioningEntry.findMany({ where })).map(({ id }) => id)).toEqual([rows[0]!.id]);
});

it('only who may grant a role puts it into the map, and a group is in it once', async () => {
  const { client } = await keyWith(['members:write', 'directory:read'], ours.organisationId);
  const map = (role: 'inspector' | 'org_admin') =>
    client.directory.update({ roles: [{ group: 'Roofs', role }] });
  await expect(map('org_admin')).rejects.toMatchObject({ code: 'permission_denied' });
  const twice = ours.client.directory.update({
    roles: [
      { group: 'Roofs', role: 'inspector' },
      { group: 'ROOFS', role: 'auditor' },
    ],
  });
  await expect(twice).rejects.toMatchObject({ code: 'validation_error' });
  const person = {
    organisationId: ours.organisationId,
    name: 'Ann',
    role: 'org_admin',
    locale: 'en',
  } as const;
  await addMember(server.context, { ...person, email: 'ann@example.com' });
});

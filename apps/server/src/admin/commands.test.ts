import { ROLES } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../testing/call-api.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { COMMANDS } from './commands.ts';
import { KEYED_COMMANDS } from './keyed-commands.ts';
import { AdminError, readOptions } from './options.ts';

const MISSING = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const admin = async <T>(...argv: string[]): Promise<T> => {
  const options = readOptions(argv);
  const result = await COMMANDS[options.command]!.run(server.context, options);
  return JSON.parse(JSON.stringify(result)) as T;
};
type Credential = { id: string; api_key: string; scopes: string[] };
const makeOrganisation = (...more: string[]) =>
  admin<{ id: string; name: string; plan: string }>(
    'organisation',
    'create',
    '--name',
    'Acme',
    '--plan',
    'pro',
    ...more,
  );
const makeCredential = (organisation: string, ...more: string[]) =>
  admin<Credential>(
    'credential',
    'create',
    '--organisation',
    organisation,
    '--scope',
    'sessions:read',
    '--operator-email',
    'ops@example.com',
    ...more,
  );
const rowOf = (id: string) =>
  server.context.database.prisma.organisation.findUniqueOrThrow({ where: { id } });

describe('the commands, while the server runs', () => {
  it('organisation create: makes one with the documented limit, or the one given', async () => {
    const plain = await makeOrganisation();
    expect(plain).toEqual({ id: expect.any(String) as string, name: 'Acme', plan: 'pro' });
    expect(await rowOf(plain.id)).toMatchObject({
      plan: 'pro',
      locale: 'en',
      rate_limit: 600,
      subscription_status: 'active',
    });
    const other = await makeOrganisation('--locale', 'de', '--rate-limit', '1200');
    expect(await rowOf(other.id)).toMatchObject({ locale: 'de', rate_limit: 1_200 });
  });

  it('credential create: the key works at once, for its scopes and its limit', async () => {
    const { id } = await makeOrganisation();
    const { api_key, scopes } = await makeCredential(
      id,
      '--scope',
      'sessions:write',
      '--rate-limit',
      '90',
      '--name',
      'CI',
    );
    expect(scopes).toEqual(['sessions:read', 'sessions:write']);
    const reply = await callApi(server, 'POST /sessions', { apiKey: api_key });
    expect([reply.status, reply.body.operator_email, reply.headers.get('x-ratelimit-limit')]).toEqual([
      201,
      'ops@example.com',
      '90',
    ]);
    expect(outcomeOf(await callApi(server, 'GET /campaigns', { apiKey: api_key }))).toBe(
      '403 permission_denied',
    );
    const [listed] = await admin<object[]>('credential', 'list', '--organisation', id);
    expect(listed).toMatchObject({ name: 'CI', rate_limit: 90, last_used_at: expect.any(String) as string });
  });

  it('credential create: a role is all of its scopes', async () => {
    const { id } = await makeOrganisation();
    const made = await makeCredential(id, '--scope', 'auditor', '--scope', 'org_admin');
    expect([...made.scopes].sort()).toEqual([...ROLES.org_admin].sort());
  });

  it('credential create and revoke: 60 a minute unless told otherwise, and refused at once', async () => {
    const { id } = await makeOrganisation();
    const credential = await makeCredential(id, '--expires-at', '2100-01-01');
    const first = await callApi(server, 'GET /sessions', { apiKey: credential.api_key });
    expect([first.status, first.headers.get('x-ratelimit-limit')]).toEqual([200, '60']);
    const revoked = await admin<{ id: string }>('credential', 'revoke', '--credential', credential.id);
    expect(revoked).toEqual({ id: credential.id, revoked_at: expect.any(String) as string });
    expect(outcomeOf(await callApi(server, 'GET /sessions', { apiKey: credential.api_key }))).toBe(
      '401 unauthenticated',
    );
  });

  it('credential create and rotate: bound to networks, and with a key that replaces the one before', async () => {
    const { id } = await makeOrganisation();
    const away = await makeCredential(id, '--network', '203.0.113.0/24', '--network', '2001:db8::/32');
    expect(outcomeOf(await callApi(server, 'GET /sessions', { apiKey: away.api_key }))).toBe(
      '401 unauthenticated',
    );
    const [listed] = await admin<object[]>('credential', 'list', '--organisation', id);
    expect(listed).toMatchObject({
      allowed_networks: ['203.0.113.0/24', '2001:db8::/32'],
      last_refused_address: '127.0.0.1',
    });
    const here = await makeCredential(id, '--network', '127.0.0.0/8');
    const rotate = (...more: string[]) =>
      admin<{ api_key: string }>('credential', 'rotate', '--credential', here.id, ...more);
    const second = await rotate('--overlap-hours', '1');
    const dueAt = new Date(server.clock.now().getTime() + 3_600_000).toISOString();
    expect(second).toMatchObject({ id: here.id, previous_valid_until: dueAt });
    expect(await rotate('--overlap-hours', '0')).toMatchObject({ previous_valid_until: null });
    for (const { api_key: apiKey } of [here, second])
      expect((await callApi(server, 'GET /sessions', { apiKey })).status).toBe(401);
  });

  it('organisation set-name, set-locale, set-time-zone: are in the own chain, as the host’s', async () => {
    const { id } = await makeOrganisation();
    expect(await admin('organisation', 'set-name', '--organisation', id, '--name', 'Nordic')).toEqual({
      id,
      name: 'Nordic',
    });
    await admin('organisation', 'set-locale', '--organisation', id, '--locale', 'fr');
    await admin('organisation', 'set-time-zone', '--organisation', id, '--time-zone', 'Europe/Rome');
    expect(await rowOf(id)).toMatchObject({ name: 'Nordic', locale: 'fr', time_zone: 'Europe/Rome' });
    const entries = await server.context.database.prisma.orgEntry.findMany({
      where: { organisation_id: id },
      orderBy: { sequence: 'asc' },
    });
    expect(entries.map(({ kind, payload }) => [kind, payload])).toEqual([
      ['organisation.changed', { host: true, name: 'Nordic' }],
      ['organisation.changed', { host: true, locale: 'fr' }],
      ['organisation.changed', { host: true, time_zone: 'Europe/Rome' }],
    ]);
  });

  it('organisation and credential set-rate-limit: hold from the next request on, show in its headers, and are in the own chain', async () => {
    const { id } = await makeOrganisation();
    const { id: credential, api_key: apiKey } = await makeCredential(id);
    const limitNow = async () =>
      (await callApi(server, 'GET /sessions', { apiKey })).headers.get('x-ratelimit-limit');
    expect(await limitNow()).toBe('60');
    const set = (...argv: string[]) => admin(...argv, '--rate-limit', '900');
    expect(await set('credential', 'set-rate-limit', '--credential', credential)).toEqual({
      id: credential,
      rate_limit: 900,
    });
    // The organisation's own limit is the nearer one by now.
    expect(await limitNow()).toBe('600');
    expect(await set('organisation', 'set-rate-limit', '--organisation', id)).toEqual({
      id,
      rate_limit: 900,
    });
    expect(await limitNow()).toBe('900');
    const entries = await server.context.database.prisma.orgEntry.findMany({
      where: { organisation_id: id },
      orderBy: { sequence: 'asc' },
    });
    expect(entries.slice(-2).map(({ kind, payload }) => [kind, payload])).toMatchObject([
      ['key.changed', { host: true, credential, rate_limit: 900 }],
      ['organisation.changed', { host: true, rate_limit: 900 }],
    ]);
    await admin('credential', 'revoke', '--credential', credential);
    await expect(set('credential', 'set-rate-limit', '--credential', credential)).rejects.toThrow(AdminError);
  });

  it('organisation show: has what its plan includes and what is used of it, messages of today too', async () => {
    const { id } = await makeOrganisation();
    const { api_key } = await makeCredential(
      id,
      '--scope',
      'sessions:write',
      '--scope',
      'participants:write',
    );
    const client = server.clientOf(api_key);
    const session = await client.sessions.create();
    await client.participants.create(session.id, { recipient_email: 'ada@example.com', send_email: true });
    const options = readOptions(['organisation', 'show', '--organisation', id]);
    expect(await KEYED_COMMANDS['organisation show']!.run(server.context, options)).toMatchObject({
      ...{ id, name: 'Acme', plan: 'pro', status: 'active', locale: 'en', time_zone: 'UTC' },
      rate_limit: 600,
      ...{ inspections: null, inspections_used: 1, members: 100, members_used: 0 },
      ...{ messages_per_day: 5_000, messages_used: 1, codes_used: 1 },
    });
  });

  it('organisation set-plan, set-subscription, set-locale: hold for the next session', async () => {
    const { id } = await makeOrganisation();
    const { api_key: apiKey } = await makeCredential(id, '--scope', 'sessions:write');
    const create = () => callApi(server, 'POST /sessions', { apiKey });
    await admin('organisation', 'set-locale', '--organisation', id, '--locale', 'fr');
    expect((await create()).body.locale).toBe('fr');
    for (let count = 1; count < 5; count++) await create();
    expect(await admin('organisation', 'set-plan', '--organisation', id, '--plan', 'free')).toEqual({
      id,
      plan: 'free',
    });
    expect(outcomeOf(await create())).toBe('402 billing.free_plan_minutes_exhausted');
    const change = await admin(
      'organisation',
      'set-subscription',
      '--organisation',
      id,
      '--status',
      'past_due',
    );
    expect(change).toEqual({ id, subscription_status: 'past_due' });
    expect(outcomeOf(await create())).toBe('402 billing.subscription_past_due');
    const listed = await admin<object[]>('organisation', 'list');
    expect(listed).toContainEqual({
      id,
      name: 'Acme',
      plan: 'free',
      subscription_status: 'past_due',
      locale: 'fr',
      rate_limit: 600,
      inspections_used: 5,
    });
  });
});

describe('a command says in words what is wrong, and does nothing:', () => {
  const create = ['credential', 'create', '--organisation', '{seed}', '--operator-email', 'a@example.com'];
  it.each([
    [
      'a plan that is none',
      ['organisation', 'create', '--name', 'A', '--plan', 'gold'],
      '--plan must be one of free, pilot, pro, enterprise',
    ],
    [
      'a network without a size',
      [...create, '--scope', 'sessions:read', '--network', '203.0.113.7'],
      '--network 203.0.113.7 is not a network such as 203.0.113.0/24 or 2001:db8::/32',
    ],
    [
      'an overlap of more than a week',
      ['credential', 'rotate', '--credential', MISSING, '--overlap-hours', '169'],
      '--overlap-hours must be a whole number from 0 to 168',
    ],
    ['a name that is missing', ['organisation', 'create', '--plan', 'pro'], '--name is missing'],
    [
      'a locale that is none',
      ['organisation', 'set-locale', '--organisation', '{seed}', '--locale', 'ja'],
      '--locale must be one of en, de',
    ],
    [
      'an organisation that is missing',
      ['organisation', 'set-locale', '--organisation', MISSING, '--locale', 'de'],
      'There is no organisation with this id.',
    ],
    [
      'the plan of one that is missing',
      ['organisation', 'set-plan', '--organisation', MISSING, '--plan', 'pro'],
      'There is no organisation with this id.',
    ],
    ['an id that is none', ['credential', 'list', '--organisation', 'acme'], '--organisation must be an id'],
    [
      'a rate limit that is missing',
      ['organisation', 'set-rate-limit', '--organisation', '{seed}'],
      '--rate-limit is missing',
    ],
    ['no scope', create, '--scope is missing'],
    ['a scope that is none', [...create, '--scope', 'all'], '--scope all is not one of sessions:read'],
    [
      'a time that has passed',
      [...create, '--scope', 'org:read', '--expires-at', '2020-01-01'],
      'in the future',
    ],
    [
      'a credential that is missing',
      ['credential', 'revoke', '--credential', MISSING],
      'There is no active credential with this id.',
    ],
  ])('%s', async (_, argv, message) => {
    const { prisma } = server.context.database;
    const count = async () => [await prisma.organisation.count(), await prisma.credential.count()];
    const before = await count();
    const run = admin(...argv.map((word) => (word === '{seed}' ? server.seed.organisationId : word)));
    await expect(run).rejects.toThrow(AdminError);
    await expect(run).rejects.toThrow(message);
    expect(await count()).toEqual(before);
  });
});

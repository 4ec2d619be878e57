import { ROLES, type Scope } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi } from '../../testing/call-api.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { cleanUpReplacedKeys } from './exports/clean-up-replaced-keys.ts';
import { HOUR_MS, openKeyWorld, told, type KeyWorld } from './testing/open-key-world.ts';

let world: KeyWorld;
beforeAll(async () => {
  world = await openKeyWorld();
});
afterAll(() => world.server.close());

describe('a credential that is created', () => {
  it('shows its key this once, and of it later the last four characters alone', async () => {
    const { api_key, ...credential } = await world.make({ name: 'Dispatch', rate_limit: 90 });
    expect(await world.read(api_key)).toBe(200);
    expect(credential).toEqual({
      id: expect.any(String) as string,
      name: 'Dispatch',
      status: 'active',
      scopes: ['sessions:read'],
      operator_email: 'operator@example.com',
      member: null,
      rate_limit: 90,
      allowed_networks: [],
      keys: [
        {
          hint: api_key.slice(-4),
          created_at: world.server.clock.now().toISOString(),
          valid_until: null,
          last_used_at: null,
        },
      ],
      created_at: world.server.clock.now().toISOString(),
      last_used_at: null,
      last_refused_at: null,
      last_refused_address: null,
      expires_at: null,
      revoked_at: null,
    });
    const shown = await world.admin.get(credential.id);
    expect(shown).toMatchObject({ last_used_at: expect.any(String) as string });
    expect(shown.keys[0]?.last_used_at).toBe(shown.last_used_at);
    expect(JSON.stringify(shown)).not.toContain(api_key.slice(4, 30));
  });

  it('leaves its key in no line of the log and in no row, the kept reply included, which gives it again', async () => {
    const body = { name: 'CI', scopes: ['sessions:read'] as Scope[] };
    const { api_key } = await world.admin.create(body, { idempotencyKey: 'once' });
    expect((await world.admin.create(body, { idempotencyKey: 'once' })).api_key).toBe(api_key);
    await callApi(world.server, 'POST /sessions', { apiKey: api_key });
    expect(world.lines.join('').includes(api_key.slice(4, 30))).toBe(false);
    const { rows } = await world.server.context.database.pool.query<{ table: string }>(
      `select format('%I.%I', schemaname, tablename) as table from pg_tables where schemaname = 'public'`,
    );
    for (const { table } of rows) {
      const found = await world.server.context.database.pool.query(
        `select 1 from ${table} t where t::text like '%' || $1 || '%'`,
        [api_key.slice(4, 30)],
      );
      expect([table, found.rowCount]).toEqual([table, 0]);
    }
  });

  it('is listed newest first, with its keys, and only to its own organisation', async () => {
    const { apiKey } = await seedOrganisation(world.server.context);
    const client = world.server.clientOf(apiKey).credentials;
    for (const name of ['first', 'second']) {
      world.server.clock.advance(1);
      await client.create({ name, scopes: 'observer' });
    }
    const listed = await client.list({ limit: 2 }).toArray({ limit: 10 });
    expect(listed.map(({ name, keys }) => [name, keys.length])).toEqual([
      ['second', 1],
      ['first', 1],
      ['test', 1],
    ]);
    expect(listed[0]?.scopes).toEqual([...ROLES.observer]);
  });

  it.each([
    ['a time that is over', { expires_at: '2026-01-01T00:00:00Z' }, 'body.expires_at'],
    ['a network without a size', { allowed_networks: ['203.0.113.7'] }, 'body.allowed_networks.0'],
    ['no scope', { scopes: [] }, 'body.scopes'],
    [
      'an unknown scope, by its place',
      { scopes: ['sessions:read', 'sessions:rea'] as never },
      'body.scopes.1',
    ],
    ['an unknown role', { scopes: 'owner' as never }, 'body.scopes'],
    ['no requests a minute', { rate_limit: 0 }, 'body.rate_limit'],
  ])('400: refuses %s by name', async (_, body, path) => {
    const error: unknown = await world.make(body).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'validation_error', errors: [{ path }] });
  });
});

describe('a change', () => {
  it('keeps what it does not name', async () => {
    const { id, api_key: _, ...made } = await world.make({ expires_at: world.inMs(HOUR_MS) });
    const allowed_networks = ['203.0.113.0/24', '2001:db8::/32'];
    await world.admin.update(id, { name: 'Renamed' });
    expect(await world.admin.update(id, { allowed_networks })).toMatchObject({
      ...made,
      name: 'Renamed',
      allowed_networks,
    });
    expect(await world.admin.update(id, { expires_at: null })).toMatchObject({ expires_at: null });
  });

  it('wakes one that has expired, and none that was revoked', async () => {
    const { id } = await world.makeCaller({ expiresAt: new Date(world.inMs(-1)) });
    expect((await world.admin.get(id)).status).toBe('expired');
    expect(await told(world.admin.rotate(id))).toBe('credential_ended');
    expect((await world.admin.update(id, { expires_at: world.inMs(HOUR_MS) })).status).toBe('active');
    await world.admin.revoke(id);
    expect(await told(world.admin.update(id, { name: 'x' }))).toBe('credential_ended');
    expect(await told(world.admin.rotate(id))).toBe('credential_ended');
  });
});

describe('a rotation', () => {
  it('gives a new key at once, and leaves the one before for a day', async () => {
    const made = await world.make();
    const { api_key, keys } = await world.admin.rotate(made.id);
    expect(keys.map(({ hint, valid_until }) => [hint, valid_until])).toEqual([
      [api_key.slice(-4), null],
      [made.api_key.slice(-4), world.inMs(24 * HOUR_MS)],
    ]);
    expect([await world.read(api_key), await world.read(made.api_key)]).toEqual([200, 200]);
    await world.endOverlap(made.id);
    expect([await world.read(api_key), await world.read(made.api_key)]).toEqual([200, 401]);
    expect((await world.admin.get(made.id)).keys).toHaveLength(1);
  });

  it.each([1, 168])('with an overlap of %i hours leaves it so long', async (overlap_hours) => {
    const { id } = await world.make();
    const { keys } = await world.admin.rotate(id, { overlap_hours });
    expect(keys[1]?.valid_until).toBe(world.inMs(overlap_hours * HOUR_MS));
  });

  it('without an overlap ends the one before within one request', async () => {
    const made = await world.make();
    const { api_key } = await world.admin.rotate(made.id, { overlap_hours: 0 });
    expect([await world.read(api_key), await world.read(made.api_key)]).toEqual([200, 401]);
  });

  it('of the key that asks for it, without an overlap, gives the new key and ends the one that asked', async () => {
    for (const options of [undefined, { idempotencyKey: 'own rotation' }]) {
      const own = await world.make({ scopes: ['credentials:write', 'sessions:read'] });
      const client = world.server.clientOf(own.api_key).credentials;
      const { api_key, keys } = await client.rotate(own.id, { overlap_hours: 0 }, options);
      expect(keys.map(({ hint, valid_until }) => [hint, valid_until])).toEqual([[api_key.slice(-4), null]]);
      expect([await world.read(api_key), await world.read(own.api_key)]).toEqual([200, 401]);
    }
  });

  it('of the key that asks for it happens once of eight at once, without an overlap', async () => {
    const own = await world.make({ scopes: ['credentials:write', 'sessions:read'] });
    const client = world.server.clientOf(own.api_key).credentials;
    const rotate = () => client.rotate(own.id, { overlap_hours: 0 });
    const all = await Promise.allSettled(Array.from({ length: 8 }, rotate));
    const done = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value.api_key] : []));
    expect(done).toHaveLength(1);
    expect(await world.read(done[0]!)).toBe(200);
    const refused = all.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    for (const reason of refused) expect(reason).toMatchObject({ code: 'unauthenticated' });
    expect((await world.admin.get(own.id)).keys).toHaveLength(1);
  });

  it('that is the second ends the oldest at once', async () => {
    const { id, api_key: first } = await world.make();
    const { api_key: second } = await world.admin.rotate(id);
    const { api_key: third } = await world.admin.rotate(id);
    expect([await world.read(first), await world.read(second), await world.read(third)]).toEqual([
      401, 200, 200,
    ]);
  });

  it('of eight at once leaves exactly the newest and one older', async () => {
    const { id, api_key } = await world.make();
    const rotated = await Promise.all(Array.from({ length: 8 }, () => world.admin.rotate(id)));
    const statuses = await Promise.all([api_key, ...rotated.map((each) => each.api_key)].map(world.read));
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    const { keys } = await world.admin.get(id);
    const newest = rotated.find((each) => each.api_key.endsWith(keys[0]!.hint!));
    expect(await world.read(newest!.api_key)).toBe(200);
    expect(keys.map(({ valid_until }) => valid_until === null)).toEqual([true, false]);
  });

  it('is one for all its repeated calls', async () => {
    const { id } = await world.make();
    const first = await world.admin.rotate(id, {}, { idempotencyKey: 'rotate' });
    expect(await world.admin.rotate(id, {}, { idempotencyKey: 'rotate' })).toEqual(first);
    expect((await world.admin.get(id)).keys).toHaveLength(2);
  });

  it('leaves rows that the clean-up takes once their overlap is over', async () => {
    const { id } = await world.make();
    const count = () =>
      world.server.context.database.prisma.credentialKey.count({ where: { credential_id: id } });
    await world.admin.rotate(id);
    await cleanUpReplacedKeys(world.server.context);
    expect(await count()).toBe(2);
    await world.endOverlap(id);
    await cleanUpReplacedKeys(world.server.context);
    expect(await count()).toBe(1);
  });
});

it("another organisation's credential is like one that is missing, and stays as it is", async () => {
  const abroad = await seedOrganisation(world.server.context);
  const client = world.server.clientOf(abroad.apiKey).credentials;
  const { id, api_key } = await world.make();
  const calls = [
    client.get(id),
    client.update(id, { name: 'mine' }),
    client.rotate(id, { overlap_hours: 0 }),
    client.revoke(id),
  ];
  expect(await Promise.all(calls.map(told))).toEqual(Array(4).fill('not_found'));
  expect([await world.read(api_key), (await world.admin.get(id)).name]).toEqual([200, 'CI']);
});

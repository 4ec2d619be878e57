import { ROLES, SCOPES, type Scope } from '@field-inspection/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '../../testing/add-member.ts';
import { HOUR_MS, openKeyWorld, told, type KeyWorld } from './testing/open-key-world.ts';

let world: KeyWorld;
beforeAll(async () => {
  world = await openKeyWorld();
});
afterAll(() => world.server.close());

describe('nobody grants more than they hold', () => {
  it('whatever scopes a key has and asks for, it gets those that it has', async () => {
    const someScopes = fc.subarray([...SCOPES], { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(someScopes, someScopes, async (has, scopes) => {
        const held: Scope[] = ['credentials:write', ...has];
        const { credentials } = await world.makeCaller({ scopes: held });
        const outcome = await told(credentials.create({ name: 'made', scopes }));
        const isHeld = scopes.every((scope) => held.includes(scope));
        expect(outcome).toBe(isHeld ? 'done' : 'permission_denied');
      }),
      { numRuns: 25 },
    );
  });

  it('each scope alone: a key that has all others can not give it', async () => {
    for (const scope of SCOPES.filter((each) => each !== 'credentials:write')) {
      const { credentials } = await world.makeCaller({ scopes: SCOPES.filter((each) => each !== scope) });
      expect([scope, await told(credentials.create({ name: 'made', scopes: [scope] }))]).toEqual([
        scope,
        'permission_denied',
      ]);
    }
  });

  it('a role is given by who has all of its scopes', async () => {
    const { credentials } = await world.makeCaller({ scopes: ['credentials:write', ...ROLES.observer] });
    expect(await told(credentials.create({ name: 'made', scopes: 'observer' }))).toBe('done');
    expect(await told(credentials.create({ name: 'made', scopes: 'inspector' }))).toBe('permission_denied');
  });

  it('a key that ends gives nothing that outlives it', async () => {
    const { credentials } = await world.makeCaller({ expiresAt: new Date(world.inMs(HOUR_MS)) });
    const create = (expires_at: string | null) =>
      told(credentials.create({ name: 'made', scopes: ['sessions:read'], expires_at }));
    expect(await create(null)).toBe('permission_denied');
    expect(await create(world.inMs(HOUR_MS + 1))).toBe('permission_denied');
    expect(await create(world.inMs(HOUR_MS))).toBe('done');
  });

  it('a key that is bound to networks gives parts of them', async () => {
    const { credentials } = await world.makeCaller({ allowedNetworks: ['127.0.0.0/8', '2001:db8::/32'] });
    const create = (allowed_networks: string[]) =>
      told(credentials.create({ name: 'made', scopes: ['sessions:read'], allowed_networks }));
    expect(await create([])).toBe('permission_denied');
    expect(await create(['127.0.0.0/7'])).toBe('permission_denied');
    expect(await create(['127.0.0.1/32', '203.0.113.0/24'])).toBe('permission_denied');
    expect(await create(['127.0.0.1/32', '2001:db8:1::/48'])).toBe('done');
  });

  it('a key gives as many requests a minute as it has, and fewer unless told otherwise', async () => {
    const { credentials } = await world.makeCaller({ rateLimit: 40 });
    const create = (rate_limit?: number) =>
      credentials.create({ name: 'made', scopes: ['sessions:read'], rate_limit });
    expect(await told(create(41))).toBe('permission_denied');
    expect((await create(40)).rate_limit).toBe(40);
    expect((await create()).rate_limit).toBe(40);
    expect((await world.make()).rate_limit).toBe(60);
  });

  it('a key that is bound widens neither itself nor another, by a change or a rotation', async () => {
    const wide = await world.makeCaller({ scopes: [...SCOPES] });
    const bound = await world.makeCaller({
      expiresAt: new Date(world.inMs(HOUR_MS)),
      allowedNetworks: ['127.0.0.0/8'],
    });
    for (const { id } of [bound, wide]) {
      expect(await told(bound.credentials.update(id, { expires_at: null }))).toBe('permission_denied');
      expect(await told(bound.credentials.update(id, { allowed_networks: [] }))).toBe('permission_denied');
    }
    expect(await told(bound.credentials.rotate(wide.id))).toBe('permission_denied');
    expect(await told(bound.credentials.update(bound.id, { expires_at: world.inMs(60_000) }))).toBe('done');
    expect(await told(bound.credentials.rotate(bound.id))).toBe('done');
  });

  it('a key rotates and changes none that comes more often than itself', async () => {
    const often = await world.make({ rate_limit: 41 });
    const { credentials } = await world.makeCaller({ rateLimit: 40 });
    expect(await told(credentials.rotate(often.id))).toBe('permission_denied');
    expect(await told(credentials.update(often.id, { expires_at: world.inMs(HOUR_MS) }))).toBe(
      'permission_denied',
    );
    expect(await told(credentials.rotate((await world.make({ rate_limit: 40 })).id))).toBe('done');
  });

  it('a key of another member is made, rotated and prolonged by who may change members alone', async () => {
    const { id: member } = await addMember(world.server.context, {
      organisationId: world.server.seed.organisationId,
      email: 'ian@example.com',
      name: 'Ian',
      role: 'org_admin',
      locale: 'en',
    });
    const theirs = await world.make({ member });
    const { credentials } = await world.makeCaller();
    const outcomes = async (by: typeof credentials) => [
      await told(by.create({ name: 'made', scopes: ['sessions:read'], member })),
      await told(by.update(theirs.id, { expires_at: world.inMs(HOUR_MS) })),
      await told(by.rotate(theirs.id)),
    ];
    expect(await outcomes(credentials)).toEqual([
      'permission_denied',
      'permission_denied',
      'permission_denied',
    ]);
    expect(await world.read(theirs.api_key)).toBe(200);
    const own = world.server.clientOf(
      (await world.make({ member, scopes: 'org_admin' })).api_key,
    ).credentials;
    expect(await outcomes(own)).toEqual(['done', 'done', 'done']);
    const { credentials: changer } = await world.makeCaller({
      scopes: ['credentials:write', 'members:write', 'sessions:read'],
    });
    expect(await outcomes(changer)).toEqual(['done', 'done', 'done']);
  });

  it('a key that was replaced gives itself no successor', async () => {
    const caller = await world.makeCaller();
    const { api_key } = await world.admin.rotate(caller.id, { overlap_hours: 1 });
    expect(await told(caller.credentials.rotate(caller.id))).toBe('permission_denied');
    expect(await told(world.server.clientOf(api_key).credentials.rotate(caller.id))).toBe('done');
  });
});

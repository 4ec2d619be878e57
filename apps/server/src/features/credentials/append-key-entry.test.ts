import { type AuditEntry, verifyChain } from '@field-inspection/evidence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '../../testing/add-member.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { addCredential, renewKey, revokeCredential } from './operate-credentials.ts';
import { type KeyWorld, openKeyWorld, told } from './testing/open-key-world.ts';

let world: KeyWorld;
beforeAll(async () => {
  world = await openKeyWorld();
});
afterAll(() => world.server.close());

/** An organisation of its own, its client, and its chain. */
const openTenant = async () => {
  const seed = await seedOrganisation(world.server.context);
  const { prisma } = world.server.context.database;
  const readChain = async () =>
    (await prisma.orgEntry.findMany({
      omit: { organisation_id: true },
      where: { organisation_id: seed.organisationId },
      orderBy: { sequence: 'asc' },
    })) as unknown as AuditEntry[];
  return { ...seed, client: world.server.clientOf(seed.apiKey), readChain };
};

describe("an organisation's own chain", () => {
  it('tells each key that is made, changed, rotated and revoked, with who did it, and no name or key in clear', async () => {
    const { client, credentialId, readChain } = await openTenant();
    const made = await client.credentials.create({ name: 'Dispatch of Rome', scopes: ['sessions:read'] });
    await client.credentials.update(made.id, { allowed_networks: ['203.0.113.0/24'] });
    const rotated = await client.credentials.rotate(made.id, { overlap_hours: 2 });
    await client.credentials.revoke(made.id);
    await client.credentials.revoke(made.id);
    const entries = await readChain();
    const by = { credential_id: credentialId, credential: made.id, acts_for: null };
    expect(entries.map(({ kind, payload }) => [kind, payload])).toMatchObject([
      ['key.created', { ...by, scopes: ['sessions:read'], networks: [], expires_at: null }],
      ['key.changed', { ...by, networks: ['203.0.113.0/24'] }],
      ['key.rotated', { ...by, overlap_hours: 2 }],
      ['key.revoked', by],
    ]);
    expect(await verifyChain(entries)).toMatchObject({ valid: true });
    const text = JSON.stringify(entries);
    for (const secret of ['Dispatch of Rome', made.api_key, rotated.api_key])
      expect(text).not.toContain(secret);
  });

  it('tells that whoever held a key revoked it, once', async () => {
    const { client, readChain } = await openTenant();
    const { id, api_key } = await client.credentials.create({ name: 'CI', scopes: ['sessions:read'] });
    for (let count = 0; count < 2; count++) await client.keys.revoke({ api_key });
    expect((await readChain()).slice(1).map(({ kind, payload }) => [kind, payload])).toMatchObject([
      ['key.revoked', { possession: true, credential: id }],
    ]);
  });

  it('tells what the host did', async () => {
    const { organisationId, readChain } = await openTenant();
    const { context } = world.server;
    const { id } = await addCredential(context, {
      organisationId,
      name: 'host',
      scopes: ['sessions:read'],
      operatorEmail: 'host@example.com',
      memberId: null,
      rateLimit: 60,
      expiresAt: null,
      allowedNetworks: [],
    });
    await renewKey(context, { credentialId: id, overlapHours: 0 });
    await revokeCredential(context, { credentialId: id });
    expect((await readChain()).map(({ kind, payload }) => [kind, payload])).toMatchObject(
      ['key.created', 'key.rotated', 'key.revoked'].map((kind) => [kind, { host: true, credential: id }]),
    );
  });

  it('tells nothing of a change that changes nothing', async () => {
    const { client, readChain } = await openTenant();
    const made = await client.credentials.create({ name: 'Office', scopes: ['sessions:read'] });
    for (const same of [{}, { name: 'Office' }, { allowed_networks: [], expires_at: null }]) {
      expect((await client.credentials.update(made.id, same)).name).toBe('Office');
    }
    expect((await readChain()).map(({ kind }) => kind)).toEqual(['key.created']);
  });

  it('tells nothing of what was refused', async () => {
    const { client, readChain } = await openTenant();
    await told(client.credentials.create({ name: 'CI', scopes: ['sessions:read'], rate_limit: 1_000_000 }));
    const before = (await readChain()).length;
    await told(client.credentials.rotate(world.server.seed.credentialId));
    expect(await readChain()).toHaveLength(before);
  });
});

describe('a key for a member', () => {
  const hire = (organisationId: string) =>
    addMember(world.server.context, {
      organisationId,
      email: 'ada@example.com',
      name: 'Ada',
      role: 'observer',
      locale: 'en',
    });

  it('acts for them by their address, and does no more than their role does', async () => {
    const { client, organisationId } = await openTenant();
    const { id } = await hire(organisationId);
    const made = await client.credentials.create({
      name: 'Ada',
      scopes: ['sessions:read', 'sessions:write'],
      member: id,
    });
    expect([made.member, made.operator_email]).toEqual([id, 'ada@example.com']);
    const own = world.server.clientOf(made.api_key);
    expect(await told(own.sessions.list())).toBe('done');
    expect(await told(own.sessions.create())).toBe('permission_denied');
  });

  it('is made for active members of the same organisation, and without another address', async () => {
    const [ours, others] = [await openTenant(), await openTenant()];
    const [{ id }, abroad] = [await hire(ours.organisationId), await hire(others.organisationId)];
    const create = (body: { member: string; operator_email?: string }) =>
      told(ours.client.credentials.create({ name: 'Ada', scopes: ['sessions:read'], ...body }));
    expect(await create({ member: abroad.id })).toBe('validation_error');
    expect(await create({ member: id, operator_email: 'x@example.com' })).toBe('validation_error');
    await world.server.context.database.prisma.member.updateMany({
      where: { id },
      data: { status: 'disabled' },
    });
    expect(await create({ member: id })).toBe('validation_error');
  });
});

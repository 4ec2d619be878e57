import { SCOPES, type RoleName } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '../../testing/add-member.ts';
import { createCredential } from '../../testing/create-credential.ts';
import { sendHalf } from '../../testing/send-half.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // This administrator stays: the last one may not lose the role.
  await hire();
});
afterAll(() => server.close());

let hired = 0;
const hire = async (role: RoleName = 'org_admin') => {
  const { organisationId } = server.seed;
  const name = `member ${++hired}`;
  const email = `member${hired}@example.com`;
  const { id } = await addMember(server.context, { organisationId, name, email, role, locale: 'en' });
  const key = await createCredential(server.context, {
    organisationId,
    name,
    scopes: [...SCOPES],
    operatorEmail: email,
    memberId: id,
    rateLimit: 1_000,
  });
  return { id, credentialId: key.id, apiKey: key.api_key, client: server.clientOf(key.api_key) };
};

/** Sends half of a request, and waits until its head is judged. */
const begin = async (path: string, { token, body }: { token: string; body: object }) => {
  const sent = sendHalf(`${server.baseUrl}/v1/org${path}`, { token, body: JSON.stringify(body) });
  await sent.judged;
  return sent;
};
const ADMIN_KEY = { name: 'ghost', scopes: 'org_admin' };
const countKeys = () =>
  server.context.database.prisma.credential.count({
    where: { organisation_id: server.seed.organisationId },
  });

describe('what is granted is held when it is granted, however long the body took', () => {
  it.each<[string, (caller: Awaited<ReturnType<typeof hire>>) => Promise<unknown>, number]>([
    ['whose member was disabled', ({ id }) => server.client.members.update(id, { status: 'disabled' }), 401],
    ['whose member lost the role', ({ id }) => server.client.members.update(id, { role: 'observer' }), 403],
    [
      'that got an end',
      ({ credentialId }) =>
        server.client.credentials.update(credentialId, {
          expires_at: new Date(server.clock.now().getTime() + 3_600_000).toISOString(),
        }),
      403,
    ],
    [
      'that was replaced at once',
      ({ credentialId }) => server.client.credentials.rotate(credentialId, { overlap_hours: 0 }),
      401,
    ],
    [
      'that was replaced, with an overlap',
      ({ credentialId }) => server.client.credentials.rotate(credentialId),
      403,
    ],
    [
      'that was replaced twice',
      async ({ credentialId }) => {
        await server.client.credentials.rotate(credentialId);
        await server.client.credentials.rotate(credentialId);
      },
      401,
    ],
  ])('a key %s meanwhile makes no key', async (_, change, status) => {
    const caller = await hire();
    const { finish } = await begin('/credentials', { token: caller.apiKey, body: ADMIN_KEY });
    await change(caller);
    const before = await countKeys();
    expect((await finish()).status).toBe(status);
    expect(await countKeys()).toBe(before);
  });

  it('a member who lost the role meanwhile gets no key of another credential by its rotation', async () => {
    const [caller, other] = [await hire(), await hire()];
    const { finish } = await begin(`/credentials/${other.credentialId}/rotate`, {
      token: caller.apiKey,
      body: { overlap_hours: 24 },
    });
    await server.client.members.update(caller.id, { role: 'observer' });
    expect((await finish()).status).toBe(403);
    expect((await server.client.credentials.get(other.credentialId)).keys).toHaveLength(1);
  });

  it('a key that was replaced at once meanwhile writes nothing else either', async () => {
    const caller = await hire();
    const { finish } = await begin('/members', {
      token: caller.apiKey,
      body: { email: 'late@example.com', name: 'Late', role: 'observer' },
    });
    await server.client.credentials.rotate(caller.credentialId, { overlap_hours: 0 });
    expect((await finish()).status).toBe(401);
  });
});

describe('a key that was replaced', () => {
  it('grants no role, which would outlive it: neither by an invitation nor by a change', async () => {
    const [caller, observer] = [await hire(), await hire('observer')];
    await server.client.credentials.rotate(caller.credentialId, { overlap_hours: 1 });
    const invite = caller.client.members.create({ email: 'g@example.com', name: 'G', role: 'org_admin' });
    await expect(invite).rejects.toMatchObject({ code: 'permission_denied' });
    const promote = caller.client.members.update(observer.id, { role: 'org_admin' });
    await expect(promote).rejects.toMatchObject({ code: 'permission_denied' });
    await caller.client.members.update(observer.id, { name: 'Another name' });
  });
});

describe('a member has no end and comes from anywhere, so a key', () => {
  const endOf = ({ credentialId }: Awaited<ReturnType<typeof hire>>) =>
    server.client.credentials.update(credentialId, {
      expires_at: new Date(server.clock.now().getTime() + 3_600_000).toISOString(),
    });
  const bind = ({ credentialId }: Awaited<ReturnType<typeof hire>>) =>
    server.client.credentials.update(credentialId, { allowed_networks: ['127.0.0.0/8'] });

  it.each([
    ['that ends', endOf],
    ['that is bound to networks', bind],
  ])(
    '%s gives nobody a role, nor lets anybody in again; it takes roles, and changes names',
    async (_, narrow) => {
      const [caller, observer, disabled] = [await hire(), await hire('observer'), await hire('inspector')];
      const { id: invitedId } = await server.client.members.create({
        email: `invited${hired}@example.com`,
        name: 'I',
        role: 'observer',
      });
      await server.client.members.update(disabled.id, { status: 'disabled' });
      await narrow(caller);
      const { members } = caller.client;
      for (const grant of [
        () => members.create({ email: 'h@example.com', name: 'H', role: 'observer' }),
        () => members.resendInvitation(invitedId),
        () => members.update(observer.id, { role: 'inspector' }),
        () => members.update(disabled.id, { status: 'active' }),
      ])
        await expect(grant()).rejects.toMatchObject({ status: 403, code: 'permission_denied' });
      const other = await hire();
      expect((await members.update(other.id, { role: 'auditor' })).role).toBe('auditor');
      expect((await members.update(other.id, { name: 'Another' })).name).toBe('Another');
      expect((await members.update(other.id, { status: 'disabled' })).status).toBe('disabled');
    },
  );

  it('that got an end meanwhile invites nobody, however long the body took', async () => {
    const caller = await hire();
    const { finish } = await begin('/members', {
      token: caller.apiKey,
      body: { email: 'late2@example.com', name: 'Late', role: 'observer' },
    });
    await endOf(caller);
    expect(await finish()).toEqual({ status: 403, code: 'permission_denied' });
  });
});

describe('a key in the name of a member', () => {
  it('is made by the member, or by who may change members, and by nobody else', async () => {
    const { organisationId } = server.seed;
    const [ada, admin] = [await hire('inspector'), await hire()];
    const make = (scopes: readonly (typeof SCOPES)[number][]) =>
      createCredential(server.context, {
        organisationId,
        name: 'CI',
        scopes: [...scopes],
        operatorEmail: 'ci@example.com',
        rateLimit: 1_000,
      });
    const narrow = server.clientOf((await make(['credentials:write', 'sessions:read'])).api_key);
    const asAdmin = narrow.credentials.create({ name: 'x', scopes: ['sessions:read'], member: admin.id });
    await expect(asAdmin).rejects.toMatchObject({ code: 'permission_denied' });
    const wide = server.clientOf(
      (await make(['credentials:write', 'members:write', 'sessions:read'])).api_key,
    );
    expect(
      await wide.credentials.create({ name: 'x', scopes: ['sessions:read'], member: ada.id }),
    ).toMatchObject({ member: ada.id });
    expect(
      await admin.client.credentials.create({ name: 'x', scopes: ['sessions:read'], member: admin.id }),
    ).toMatchObject({ member: admin.id });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callApi } from '../../../testing/call-api.ts';
import { connectSignalling } from '../../../testing/connect-signalling.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { addMember } from '../add-member.ts';
import { openDirectory, PATCH, type TestDirectory } from './testing/open-directory.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => void (server.post.emails.length = 0));

const prisma = () => server.context.database.prisma;
const patch = (...Operations: object[]) => ({ schemas: [PATCH], Operations });
const deactivate = patch({ op: 'replace', path: 'active', value: false });
const kindsOf = async ({ client }: TestDirectory) =>
  (await client.org.listAudit({ limit: 100 })).data.map(({ kind }) => kind);
const logOf = async ({ client }: TestDirectory) =>
  (await client.directory.listLog()).data.map(({ method, outcome, changes, code }) => [
    method,
    outcome,
    changes,
    code,
  ]);
const keyOf = async ({ client }: TestDirectory, member: string) =>
  (await client.credentials.create({ name: 'key', scopes: ['org:read'], member })).api_key;

describe('an active user', () => {
  it('becomes a member with the default role, at once and without an invitation', async () => {
    const directory = await openDirectory(server, { default_role: 'inspector' });
    const { status, body, headers } = await directory.call('POST /Users', {
      userName: 'ada@example.com',
      name: { givenName: 'Ada', familyName: 'Rossi' },
      externalId: 'e-1',
      locale: 'de-AT',
    });
    expect([status, body.userName, body.active, body.externalId]).toEqual([
      201,
      'ada@example.com',
      true,
      'e-1',
    ]);
    expect(headers.get('content-type')).toContain('application/scim+json');
    expect(headers.get('location')).toBe(`${server.baseUrl}/scim/v2/Users/${body.id}`);
    const member = await directory.memberOf('ada@example.com');
    expect(member).toMatchObject({ status: 'active', role: 'inspector', name: 'Ada Rossi', locale: 'de' });
    expect(await kindsOf(directory)).toContain('member.added');
    await runDueJobs(server.context);
    expect(server.post.emails).toEqual([]);
  });

  it('is the member who has the address already, who keeps the role', async () => {
    const directory = await openDirectory(server);
    const { organisationId } = directory;
    const before = await addMember(server.context, {
      organisationId,
      email: 'Bo@example.com',
      name: 'Bo',
      role: 'auditor',
      locale: 'en',
    });
    const { member } = await directory.addUser('bo@example.com', { displayName: 'Bo Lund' });
    expect(member).toBe(before.id);
    expect(await directory.memberOf('bo@example.com')).toMatchObject({
      role: 'auditor',
      name: 'Bo Lund',
      status: 'active',
    });
  });

  it('needs no invitation any more: the link of one is dead', async () => {
    const directory = await openDirectory(server);
    const { id } = await directory.client.members.create({
      email: 'cy@example.com',
      name: 'Cy',
      role: 'inspector',
    });
    const { member } = await directory.addUser('cy@example.com');
    expect(member).toBe(id);
    expect(await directory.client.members.get(id)).toMatchObject({ status: 'active', role: 'inspector' });
    expect(await prisma().memberInvitation.count({ where: { member_id: id } })).toBe(0);
  });

  it('is refused beyond the members of the plan, and one who has no address', async () => {
    const directory = await openDirectory(server);
    await prisma().$executeRaw`
      insert into members (organisation_id, id, email, name, role, status, locale, created_at)
      select ${directory.organisationId}::uuid, gen_random_uuid(), n || '@example.com', 'Ada', 'observer', 'active', 'en', now()
      from generate_series(1, 10000) n
    `;
    const full = await directory.call('POST /Users', { userName: 'late@example.com' });
    expect([full.status, full.body.detail]).toEqual([409, expect.stringContaining('includes 10000 members')]);
    const none = await directory.call('POST /Users', { userName: 'no address' });
    expect([none.status, none.body.scimType]).toEqual([400, 'invalidValue']);
    expect(await prisma().directoryUser.count({ where: { organisation_id: directory.organisationId } })).toBe(
      0,
    );
  });
});

describe('a user who is not active any more', () => {
  it('is out with their keys once this is answered, and comes back by a POST', async () => {
    const directory = await openDirectory(server);
    const { id, member } = await directory.addUser('dee@example.com', { externalId: 'x-1' });
    const apiKey = await keyOf(directory, member);
    expect((await callApi(server, 'GET /org', { apiKey, root: '/v1' })).status).toBe(200);
    expect((await directory.call(`PATCH /Users/${id}`, deactivate)).body.active).toBe(false);
    expect((await callApi(server, 'GET /org', { apiKey, root: '/v1' })).status).toBe(401);
    expect((await directory.client.members.get(member)).status).toBe('disabled');
    const again = await directory.call('POST /Users', {
      userName: 'dee@example.com',
      externalId: 'x-1',
      active: true,
    });
    expect([again.status, again.body.id]).toEqual([201, id]);
    expect((await directory.client.members.get(member)).status).toBe('active');
    expect((await directory.call('POST /Users', { userName: 'DEE@example.com' })).body.scimType).toBe(
      'uniqueness',
    );
  });

  it('leaves the live rooms, too', async () => {
    const directory = await openDirectory(server, { default_role: 'inspector' });
    const { id, member } = await directory.addUser('live@example.com');
    const scopes = ['sessions:read', 'sessions:write'] as const;
    const key = await directory.client.credentials.create({ name: 'key', scopes: [...scopes], member });
    const { sessions } = server.clientOf(key.api_key);
    const { token } = await sessions.createMediaConnection((await sessions.create()).id);
    const socket = await connectSignalling(server.baseUrl, { token });
    expect(await socket.next()).toMatchObject({ type: 'welcome' });
    await directory.call(`PATCH /Users/${id}`, deactivate);
    await socket.closed;
  });

  it('is disabled by DELETE as well, and stays until an admin removes them', async () => {
    const directory = await openDirectory(server);
    const { id, member } = await directory.addUser('eve@example.com');
    expect((await directory.call(`DELETE /Users/${id}`)).status).toBe(204);
    expect((await directory.call(`GET /Users/${id}`)).status).toBe(404);
    expect((await directory.client.members.get(member)).status).toBe('disabled');
    await directory.client.members.delete(member);
    expect((await directory.client.directory.listLog()).data.every(({ name }) => name === '')).toBe(true);
  });

  it('whom an admin disabled stays so, whatever else the directory changes of them', async () => {
    const directory = await openDirectory(server);
    const { id, member } = await directory.addUser('flo@example.com');
    await directory.client.members.update(member, { status: 'disabled' });
    await directory.call(`PATCH /Users/${id}`, patch({ op: 'replace', path: 'displayName', value: 'Flo' }));
    expect(await directory.client.members.get(member)).toMatchObject({ status: 'disabled', name: 'Flo' });
  });

  it('who was removed by an admin is unknown to the directory, and what it had sent is gone', async () => {
    const directory = await openDirectory(server);
    const { id, member } = await directory.addUser('gus@example.com');
    await directory.client.members.delete(member);
    expect((await directory.call(`GET /Users/${id}`)).status).toBe(404);
    expect(await prisma().directoryUser.count({ where: { id } })).toBe(0);
  });
});

describe('groups', () => {
  it('give the role of the map, the widest of several, and the default one to who leaves them', async () => {
    const directory = await openDirectory(server, {
      roles: [
        { group: 'Roofs', role: 'inspector' },
        { group: 'Admins', role: 'org_admin' },
      ],
    });
    await addMember(server.context, {
      organisationId: directory.organisationId,
      email: 'boss@example.com',
      name: 'Boss',
      role: 'org_admin',
      locale: 'en',
    });
    const { id, member } = await directory.addUser('hal@example.com');
    const roleOf = async () => (await directory.client.members.get(member)).role;
    const roofs = await directory.addGroup('roofs', [id]);
    expect(await roleOf()).toBe('inspector');
    const admins = await directory.addGroup('Admins', [id]);
    expect(await roleOf()).toBe('org_admin');
    await directory.call(
      `PATCH /Groups/${admins}`,
      patch({ op: 'remove', path: `members[value eq "${id}"]` }),
    );
    expect(await roleOf()).toBe('inspector');
    await directory.call(
      `PATCH /Groups/${roofs}`,
      patch({ op: 'replace', path: 'displayName', value: 'Walls' }),
    );
    expect(await roleOf()).toBe('observer');
    await directory.client.directory.update({ roles: [{ group: 'Walls', role: 'auditor' }] });
    expect(await roleOf()).toBe('auditor');
    expect((await directory.call(`DELETE /Groups/${roofs}`)).status).toBe(204);
    expect(await roleOf()).toBe('observer');
    const groups = (await directory.client.directory.listGroups()).data;
    expect(groups.map(({ name, member_count, role }) => [name, member_count, role])).toEqual([
      ['Admins', 0, null],
    ]);
  });

  it('make nobody an org_admin whom the map does not name one: neither by default nor by coming back', async () => {
    const directory = await openDirectory(server);
    const refused = directory.client.directory.update({ default_role: 'org_admin' as 'observer' });
    await expect(refused).rejects.toMatchObject({ code: 'validation_error' });
    const { organisationId } = directory;
    const person = { organisationId, name: 'Ann', role: 'org_admin', locale: 'en' } as const;
    await addMember(server.context, { ...person, email: 'ann@example.com' });
    const { id, member } = await addMember(server.context, { ...person, email: 'ivo@example.com' }).then(
      async () => directory.addUser('ivo@example.com'),
    );
    expect((await directory.client.members.get(member)).role).toBe('org_admin');
    await directory.call(`PATCH /Users/${id}`, deactivate);
    await directory.call(`PATCH /Users/${id}`, patch({ op: 'replace', path: 'active', value: true }));
    expect(await directory.client.members.get(member)).toMatchObject({ role: 'observer', status: 'active' });
  });

  it('leave the last org_admin one: 409 with an entry and an e-mail, once a day', async () => {
    const directory = await openDirectory(server, { roles: [{ group: 'Admins', role: 'org_admin' }] });
    const { id, member } = await directory.addUser('jo@example.com');
    const admins = await directory.addGroup('Admins', [id]);
    const attempts = [
      await directory.call(`PATCH /Users/${id}`, deactivate),
      await directory.call(`DELETE /Users/${id}`),
      await directory.call(`DELETE /Groups/${admins}`),
      await directory.call(`PUT /Groups/${admins}`, { displayName: 'Admins', members: [] }),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    expect(attempts[0]!.body.detail).toContain('last active org_admin');
    await expect(directory.client.directory.update({ roles: [] })).rejects.toMatchObject({
      code: 'org.last_admin',
    });
    expect(await directory.client.members.get(member)).toMatchObject({ role: 'org_admin', status: 'active' });
    expect((await kindsOf(directory)).filter((kind) => kind === 'directory.refused')).toHaveLength(1);
    await runDueJobs(server.context);
    expect(server.post.emails.map(({ to }) => to)).toEqual(['jo@example.com']);
    expect(server.post.emails[0]!.subject).toContain('last administrator');
  });
});

it('the log says what came, what became of it, and why it was refused', async () => {
  const directory = await openDirectory(server);
  const { id } = await directory.addUser('kim@example.com');
  server.clock.advance(1_000);
  await directory.call(`PATCH /Users/${id}`, patch({ op: 'replace', path: 'active', value: true }));
  server.clock.advance(1_000);
  await directory.call('POST /Users', { userName: 'kim@example.com' });
  expect(await logOf(directory)).toEqual([
    ['POST', 'refused', [], 'member.exists'],
    ['PATCH', 'unchanged', [], null],
    ['POST', 'applied', ['created'], null],
  ]);
  const refused = await directory.client.directory.listLog({ outcome: 'refused' });
  expect(refused.data.map(({ name, detail }) => [name, detail])).toEqual([
    ['kim@example.com', 'A user has this userName or externalId already. Look for it by a filter.'],
  ]);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { addMember } from '../add-member.ts';
import { openDirectory, PATCH } from './testing/open-directory.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const patch = (...Operations: object[]) => ({ schemas: [PATCH], Operations });

it('who moves to another address is the same member, whose keys bear it, too', async () => {
  const directory = await openDirectory(server);
  const { id, member } = await directory.addUser('old@example.com');
  await directory.client.credentials.create({ name: 'key', scopes: ['org:read'], member });
  await directory.call(
    `PATCH /Users/${id}`,
    patch({ op: 'replace', value: { id, userName: 'new@example.com' } }),
  );
  expect((await directory.client.members.get(member)).email).toBe('new@example.com');
  const keys = await server.context.database.prisma.credential.findMany({ where: { member_id: member } });
  expect(keys.map(({ operator_email }) => operator_email)).toEqual(['new@example.com']);
  await directory.addUser('other@example.com');
  const taken = await directory.call(
    `PATCH /Users/${id}`,
    patch({ op: 'replace', path: 'emails', value: [{ value: 'OTHER@example.com' }] }),
  );
  expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness']);
});

it('an address is moved of those alone whose role the directory gives: its token makes nobody an org_admin', async () => {
  const directory = await openDirectory(server);
  const { organisationId, client, call } = directory;
  const boss = {
    organisationId,
    email: 'boss@example.com',
    name: 'Boss',
    role: 'org_admin',
    locale: 'en',
  } as const;
  const { id: memberId } = await addMember(server.context, boss);
  const { id, member } = await directory.addUser('boss@example.com');
  const move = () =>
    call(`PATCH /Users/${id}`, patch({ op: 'replace', path: 'userName', value: 'mallory@example.com' }));
  const refused = await move();
  expect([member, refused.status, refused.body.detail]).toEqual([
    memberId,
    403,
    expect.stringMatching(/org_admin/),
  ]);
  expect((await client.members.get(memberId)).email).toBe('boss@example.com');
  await client.directory.update({ roles: [{ group: 'Heads', role: 'org_admin' }] });
  expect((await move()).status).toBe(200);
  expect((await client.members.get(memberId)).email).toBe('mallory@example.com');
});

it('the address of who signs in by a code whatever is enforced is not moved, though the directory gives their role', async () => {
  const directory = await openDirectory(server);
  const { organisationId, client, call } = directory;
  const glass = { organisationId, email: 'glass@example.com', name: 'Glass', locale: 'en' } as const;
  const { id: memberId } = await addMember(server.context, { ...glass, role: 'org_admin' });
  await server.context.database.prisma.member.updateMany({
    where: { id: memberId },
    data: { break_glass: true },
  });
  await client.directory.update({ roles: [{ group: 'Heads', role: 'org_admin' }] });
  const { id } = await directory.addUser('glass@example.com');
  const move = patch({ op: 'replace', path: 'userName', value: 'mallory@example.com' });
  const { status, body } = await call(`PATCH /Users/${id}`, move);
  expect([status, body.detail]).toEqual([403, expect.stringMatching(/break_glass/)]);
  expect((await client.members.get(memberId)).email).toBe('glass@example.com');
});

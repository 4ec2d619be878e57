import { afterAll, beforeAll, expect, it } from 'vitest';
import { runDueJobs } from '../../../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../../../testing/start-test-server.ts';
import { MOST_AT_ONCE } from '../settle-members.ts';
import { openDirectory, PATCH, type TestDirectory } from '../testing/open-directory.ts';
import { settleDirectory } from '../update-directory.ts';

const PERSONS = MOST_AT_ONCE + 60;

let server: TestServer;
let directory: TestDirectory;
let group: string;
beforeAll(async () => {
  server = await startTestServer();
  directory = await openDirectory(server);
  group = await directory.addGroup('Everybody');
  const { organisationId } = directory;
  await server.context.database.prisma.$executeRaw`
    with made as (
      insert into members (organisation_id, id, email, name, role, status, locale, created_at)
      select ${organisationId}::uuid, gen_random_uuid(), n || '@example.com', 'Ada', 'observer', 'active', 'en', now()
      from generate_series(1, ${PERSONS}) n
      returning id, email
    ), users as (
      insert into directory_users (organisation_id, id, user_name, active, attributes, member_id, created_at, updated_at)
      select ${organisationId}::uuid, id, email, true, jsonb_build_object('userName', email), id, now(), now()
      from made
      returning id
    )
    insert into directory_group_members (organisation_id, group_id, user_id)
    select ${organisationId}::uuid, ${group}::uuid, id from users
  `;
});
afterAll(() => server.close());

const countOf = (role: string) =>
  server.context.database.prisma.member.count({ where: { organisation_id: directory.organisationId, role } });

it('a change of the map reaches everybody: the first with the answer, the rest by a job, which may run twice', async () => {
  await directory.client.directory.update({ roles: [{ group: 'everybody', role: 'inspector' }] });
  expect(await countOf('inspector')).toBe(MOST_AT_ONCE);
  await runDueJobs(server.context);
  expect(await countOf('inspector')).toBe(PERSONS);
  await settleDirectory.run(server.context, { organisation_id: directory.organisationId });
  expect(await countOf('inspector')).toBe(PERSONS);
});

it('one request that would change as many roles is refused whole, and nobody keeps half of it', async () => {
  const all = { schemas: [PATCH], Operations: [{ op: 'remove', path: 'members' }] };
  expect((await directory.call(`PATCH /Groups/${group}`, all)).status).toBe(413);
  expect(await countOf('inspector')).toBe(PERSONS);
  const page = (await directory.call(`GET /Groups/${group}`)).body.members as { value: string }[];
  const some = { op: 'remove', path: 'members', value: page.slice(0, 100) };
  expect((await directory.call(`PATCH /Groups/${group}`, { Operations: [some] })).status).toBe(204);
  expect(await countOf('observer')).toBe(100);
});

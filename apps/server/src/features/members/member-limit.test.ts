import { PLAN_LIMITS } from '@field-inspection/contract';
import { ApiError, type FieldInspection } from '@field-inspection/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshEmail } from '../../testing/mint-invite-for.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const LIMIT = PLAN_LIMITS.free.members;

const open = async (plan: 'free' | 'pilot') => {
  const seed = await seedOrganisation(server.context, { plan });
  return { ...seed, client: server.clientOf(seed.apiKey) };
};
const invite = (client: FieldInspection) =>
  client.members.create({ email: freshEmail(), name: 'Ada', role: 'auditor' });
const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'there',
    (error: unknown) => (error instanceof ApiError ? `${error.status} ${error.code}` : String(error)),
  );
const useOf = async (client: FieldInspection) => (await client.billing.getPlan()).use.members;

test('of twenty invitations at once exactly as many are made as the plan includes members', async () => {
  const { client } = await open('free');
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(invite(client))));
  expect(outcomes.filter((outcome) => outcome === 'there')).toHaveLength(LIMIT);
  expect(new Set(outcomes)).toEqual(new Set(['there', '409 member.limit']));
  expect(await useOf(client)).toBe(LIMIT);
  // The refusal is without effect: what was sent is what was made.
  expect((await client.members.list()).data).toHaveLength(LIMIT);
});

test('who is removed makes room, and who is disabled does not', async () => {
  const { client, organisationId } = await open('free');
  const members = [await invite(client), await invite(client), await invite(client)];
  const where = { organisation_id: organisationId, id: members[0]!.id };
  await server.context.database.prisma.member.updateMany({ where, data: { status: 'disabled' } });
  await expect(invite(client)).rejects.toMatchObject({ code: 'member.limit', status: 409 });
  await client.members.delete(members[1]!.id);
  expect(await useOf(client)).toBe(LIMIT - 1);
  expect(await outcomeOf(invite(client))).toBe('there');
  expect(await outcomeOf(invite(client))).toBe('409 member.limit');
});

test('a smaller plan takes nobody away, and lets nobody in', async () => {
  const { client, organisationId } = await open('pilot');
  for (let count = 0; count <= LIMIT; count++) await invite(client);
  const where = { id: organisationId };
  await server.context.database.prisma.organisation.update({ where, data: { plan: 'free' } });
  const { use, includes } = await client.billing.getPlan();
  expect([use.members, includes.members]).toEqual([LIMIT + 1, LIMIT]);
  expect(await outcomeOf(invite(client))).toBe('409 member.limit');
  expect((await client.members.list()).data).toHaveLength(LIMIT + 1);
});

test("another organisation's members take no room here", async () => {
  const [one, other] = [await open('free'), await open('free')];
  for (let count = 0; count < LIMIT; count++) await invite(one.client);
  expect([await useOf(other.client), await outcomeOf(invite(other.client))]).toEqual([0, 'there']);
});

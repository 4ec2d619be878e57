import { afterAll, beforeAll, expect, test } from 'vitest';
import { setSubscription } from '../billing/change-subscription.ts';
import { createCredential } from '../credentials/create-credential.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const codeOf = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => 'ok',
    ({ status, code }: { status: number; code: string }) => `${status} ${code}`,
  );

test.each(['free', 'pilot'] as const)(
  'the plan %s admits exactly 5 of 40 parallel creations of both families',
  async (plan) => {
    const { apiKey, organisationId } = await seedOrganisation(server.context, { plan });
    const client = server.clientOf(apiKey);
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        codeOf(index % 2 === 0 ? client.v1.inspections.create() : client.sessions.create()),
      ),
    );
    expect(outcomes.toSorted()).toEqual([
      ...Array<string>(35).fill('402 billing.free_plan_minutes_exhausted'),
      ...Array<string>(5).fill('ok'),
    ]);
    const where = { organisation_id: organisationId };
    expect(await server.context.database.prisma.session.count({ where })).toBe(5);
  },
);

test('past due blocks the creation, and neither reading nor ending', async () => {
  const { apiKey, organisationId } = await seedOrganisation(server.context);
  const client = server.clientOf(apiKey);
  const { id } = await client.v1.inspections.create();
  await setSubscription(server.context, { organisationId, changes: { subscription_status: 'past_due' } });
  expect(await codeOf(client.v1.inspections.create())).toBe('402 billing.subscription_past_due');
  expect((await client.v1.inspections.list()).data).toHaveLength(1);
  expect((await client.v1.inspections.end(id)).status).toBe('completed');
});

test('callbacks want webhooks:write too, and nothing else does', async () => {
  const { organisationId } = server.seed;
  const { api_key } = await createCredential(server.context, {
    organisationId,
    name: 'no webhooks',
    scopes: ['sessions:write'],
    operatorEmail: 'operator@example.com',
  });
  const client = server.clientOf(api_key);
  const callbacks = { 'session.joined': 'https://example.com/hooks' };
  expect(await codeOf(client.v1.inspections.create({ callbacks }))).toBe('403 permission_denied');
  expect(await codeOf(client.v1.inspections.create())).toBe('ok');
});

test('a credential that lost webhooks:write gets no kept reply of when it had it', async () => {
  const { organisationId, credentialId, apiKey } = await seedOrganisation(server.context);
  const client = server.clientOf(apiKey);
  const body = { callbacks: { 'session.joined': 'https://example.com/hooks' } };
  const options = { idempotencyKey: 'lost' };
  await client.v1.inspections.create(body, options);
  await server.context.database.prisma.credential.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: credentialId } },
    data: { scopes: ['sessions:write'] },
  });
  expect(await codeOf(client.v1.inspections.create(body, options))).toBe('403 permission_denied');
});

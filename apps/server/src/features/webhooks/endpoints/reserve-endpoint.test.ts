import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callApi, outcomeOf } from '../../../testing/call-api.ts';
import { seedOrganisation, type Seed } from '../../../testing/seed-organisation.ts';
import { seedWebhookEndpoint } from '../../../testing/seed-webhook-endpoint.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { setSubscription } from '../../billing/change-subscription.ts';

const FULL = '409 endpoint_limit';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const create = ({ apiKey }: Seed) =>
  callApi(server, 'POST /webhook-endpoints', { apiKey, body: { kind: 'pull' } });
const countEndpoints = ({ organisationId }: Seed) =>
  server.context.database.prisma.webhookEndpoint.count({
    where: { organisation_id: organisationId, deleted_at: null },
  });

describe('the endpoints of an organisation', () => {
  test.each([
    ['free', 5],
    ['pilot', 10],
    ['pro', 50],
    ['enterprise', 200],
  ] as const)(
    'are at most so many on the plan %s: %i, of parallel creations exactly',
    async (plan, limit) => {
      const seed = await seedOrganisation(server.context, { plan });
      const given = { organisationId: seed.organisationId, url: 'https://example.com/hooks' };
      for (let count = 0; count < limit - 3; count++) await seedWebhookEndpoint(server.context, given);
      const answers = await Promise.all(Array.from({ length: 12 }, () => create(seed)));
      const expected = [...Array<string>(3).fill('201'), ...Array<string>(9).fill(FULL)];
      expect(answers.map(outcomeOf).sort()).toEqual(expected);
      expect(await countEndpoints(seed)).toBe(limit);
    },
  );

  test('that are there stay when the plan has room for fewer, and none is added', async () => {
    const seed = await seedOrganisation(server.context, { plan: 'pro' });
    for (let count = 0; count < 8; count++) await create(seed);
    await setSubscription(server.context, { organisationId: seed.organisationId, changes: { plan: 'free' } });
    expect(outcomeOf(await create(seed))).toBe(FULL);
    expect(await countEndpoints(seed)).toBe(8);
  });

  test('leave room again when one is deleted', async () => {
    const seed = await seedOrganisation(server.context, { plan: 'free' });
    const client = server.clientOf(seed.apiKey);
    for (let count = 0; count < 5; count++) await create(seed);
    const [first] = (await client.webhookEndpoints.list()).data;
    expect(outcomeOf(await create(seed))).toBe(FULL);
    await client.webhookEndpoints.delete(first!.id);
    expect(outcomeOf(await create(seed))).toBe('201');
  });

  test('are not what callbacks count as, and leave those room', async () => {
    const seed = await seedOrganisation(server.context, { plan: 'free' });
    for (let count = 0; count < 5; count++) await create(seed);
    const callbacks = { 'session.joined': 'https://example.com/joined' };
    await expect(server.clientOf(seed.apiKey).v1.inspections.create({ callbacks })).resolves.toMatchObject({
      id: expect.any(String) as string,
    });
  });
});

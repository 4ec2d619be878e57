import { OrgPlan } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshEmail } from '../../testing/mint-invite-for.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { seedWebhookEndpoint } from '../../testing/seed-webhook-endpoint.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { setSubscription } from './change-subscription.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const openTenant = async (plan: 'free' | 'pro') => {
  const seed = await seedOrganisation(server.context, { plan });
  return { ...seed, client: server.clientOf(seed.apiKey) };
};

describe('GET /v1/org/plan', () => {
  it('200: says the plan, its status, what it includes and what is used of it', async () => {
    const { client, organisationId } = await openTenant('free');
    await client.sessions.create();
    await client.members.create({ email: freshEmail(), name: 'Ada', role: 'auditor' });
    await client.members.create({ email: freshEmail(), name: 'Bea', role: 'auditor' });
    const gone = await client.members.create({ email: freshEmail(), name: 'Cid', role: 'auditor' });
    await client.members.delete(gone.id);
    await seedWebhookEndpoint(server.context, { organisationId, url: 'https://example.com/hooks' });
    const amount = {
      organisation_id: organisationId,
      subject_id: organisationId,
      items: 3,
      bytes: 7_000_000_000n,
    };
    await server.context.database.prisma.roomUse.create({ data: amount });
    const changes = { subscription_status: 'past_due' } as const;
    await setSubscription(server.context, { organisationId, changes });
    const plan = await client.billing.getPlan();
    expect(OrgPlan.strict().parse(plan)).toEqual(plan);
    expect(plan).toMatchObject({
      plan: 'free',
      status: 'past_due',
      includes: {
        inspections: 5,
        members: 3,
        messages_per_day: 100,
        evidence_items: 2_500,
        evidence_bytes: 25 * 1024 ** 3,
        endpoints: 5,
        retention_days: 90,
        white_label: false,
        sso: false,
      },
      use: {
        inspections: 1,
        members: 2,
        evidence_items: 3,
        evidence_bytes: 7_000_000_000,
        endpoints: 1,
        messages: 3,
        codes: 0,
      },
    });
  });

  it("200: counts in all on a limited plan, else those of the month; never another organisation's", async () => {
    const [{ client, organisationId }, other] = [await openTenant('pro'), await openTenant('pro')];
    await client.sessions.create();
    server.clock.advance(40 * 86_400_000);
    await client.sessions.create();
    await client.sessions.create();
    await other.client.sessions.create();
    const { includes, use, period } = await client.billing.getPlan();
    expect([includes.inspections, use.inspections]).toEqual([null, 2]);
    const now = server.clock.now().toISOString();
    expect([period.starts_at.slice(0, 7), period.starts_at <= now, now < period.ends_at]).toEqual([
      now.slice(0, 7),
      true,
      true,
    ]);
    await setSubscription(server.context, { organisationId, changes: { plan: 'pilot' } });
    expect((await client.billing.getPlan()).use.inspections).toBe(3);
  });
});

describe('POST /v1/org/billing/checkout and /portal', () => {
  it('409: where the host’s operator sets plans by hand', async () => {
    const { client } = await openTenant('free');
    const refusal = { status: 409, code: 'billing.not_available' };
    await expect(client.billing.createCheckout({ plan: 'pro' })).rejects.toMatchObject(refusal);
    await expect(client.billing.createPortal()).rejects.toMatchObject(refusal);
    expect((await client.billing.getPlan()).provider).toBe('manual');
  });
});

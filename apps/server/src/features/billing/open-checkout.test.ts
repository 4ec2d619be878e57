import type { FieldInspection } from '@field-inspection/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDomain } from '../../testing/open-domain-world.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startStripeServer, type StripeServer } from '../../testing/start-stripe-server.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let stripe: StripeServer;
let server: TestServer;
beforeAll(async () => {
  stripe = await startStripeServer();
  server = await startTestServer({}, { billing: stripe.billing });
});
afterAll(async () => {
  await server.close();
  await stripe.close();
});
beforeEach(() => void (stripe.requests.length = 0));

const openTenant = async () => {
  const seed = await seedOrganisation(server.context, { plan: 'free' });
  const findCustomer = () =>
    server.context.database.prisma.billingCustomer.findUnique({
      where: { organisation_id: seed.organisationId },
    });
  const verify = (domain: string) =>
    server.context.database.prisma.organisation.update({
      where: { id: seed.organisationId },
      data: { domain },
    });
  return { ...seed, client: server.clientOf(seed.apiKey), findCustomer, verify };
};
const formsOf = (route: string) =>
  stripe.requests.filter((request) => request.route === route).map(({ form }) => Object.fromEntries(form));

it('a checkout is a page of Stripe for the price of the plan, and changes no plan by itself', async () => {
  const { client, findCustomer } = await openTenant();
  const order = { plan: 'pro', return_url: `${server.baseUrl}/paid?from=fis` } as const;
  const checkout = await client.billing.createCheckout(order);
  expect(checkout).toEqual({
    url: expect.stringMatching(/^https:\/\/checkout\.stripe\.com\//) as string,
    expires_at: new Date(1_800_000_000_000).toISOString(),
  });
  expect(formsOf('POST /v1/checkout/sessions')).toEqual([
    {
      mode: 'subscription',
      customer: (await findCustomer())!.customer_id,
      'line_items[0][price]': 'price_pro',
      'line_items[0][quantity]': '1',
      success_url: order.return_url,
      cancel_url: order.return_url,
    },
  ]);
  const { plan, status, provider } = await client.billing.getPlan();
  expect([plan, status, provider]).toEqual(['free', 'active', 'stripe']);
});

it('an organisation is one customer, however many checkouts begin at once; a replay begins none', async () => {
  const { client, findCustomer, organisationId } = await openTenant();
  const begin = () => client.billing.createCheckout({ plan: 'enterprise' });
  await Promise.all([begin(), begin(), begin()]);
  const made = stripe.requests.filter(({ route }) => route === 'POST /v1/customers');
  expect(new Set(made.map(({ idempotencyKey }) => idempotencyKey))).toEqual(
    new Set([`customer:${organisationId}`]),
  );
  const options = { idempotencyKey: 'one' };
  const first = await client.billing.createCheckout({ plan: 'pro' }, options);
  expect(await client.billing.createCheckout({ plan: 'pro' }, options)).toEqual(first);
  const customers = new Set(formsOf('POST /v1/checkout/sessions').map(({ customer }) => customer));
  expect(customers).toEqual(new Set([(await findCustomer())!.customer_id]));
  expect(formsOf('POST /v1/checkout/sessions')).toHaveLength(4);
});

it('nobody pays twice: a second checkout is 409 while there is a subscription, and not once it has ended', async () => {
  const { client, findCustomer } = await openTenant();
  await client.billing.createCheckout({ plan: 'pro' });
  const { customer_id: customer } = (await findCustomer())!;
  const subscription = {
    id: 'sub_1',
    customer,
    status: 'past_due',
    price: 'price_pro',
    created: 1_790_000_000,
  };
  stripe.subscriptions.push(subscription);
  await expect(client.billing.createCheckout({ plan: 'pro' })).rejects.toMatchObject({
    status: 409,
    code: 'billing.already_subscribed',
  });
  subscription.status = 'canceled';
  await client.billing.createCheckout({ plan: 'pro' });
});

it('the portal is a page of Stripe for this customer', async () => {
  const { client, findCustomer } = await openTenant();
  expect(await client.billing.createPortal()).toEqual({
    url: expect.stringMatching(/^https:\/\/billing\.stripe\.com\//) as string,
  });
  expect(formsOf('POST /v1/billing_portal/sessions')).toEqual([
    { customer: (await findCustomer())!.customer_id, return_url: server.baseUrl },
  ]);
});

it.each([
  ['a plan that is not sold', { plan: 'pilot' }, 'body.plan'],
  ['an address that leads to no page', { plan: 'pro', return_url: 'javascript:alert(1)' }, 'body.return_url'],
  ['an address that is none', { plan: 'pro', return_url: 'https://[' }, 'body.return_url'],
] as const)('400: refuses %s by name, and asks Stripe for nothing', async (_, body, path) => {
  const { client } = await openTenant();
  await expect(client.billing.createCheckout(body)).rejects.toMatchObject({
    status: 400,
    errors: [{ path }],
  });
  expect(stripe.requests).toEqual([]);
});

describe('a page of Stripe leads back to the service, or to the domain that the organisation has verified', () => {
  const ways = {
    'the checkout': (client: FieldInspection, return_url: string) =>
      client.billing.createCheckout({ plan: 'pro', return_url }),
    'the portal': (client: FieldInspection, return_url: string) =>
      client.billing.createPortal({ return_url }),
  };

  it.each(Object.entries(ways))('%s: takes both', async (_, open) => {
    const { client, verify } = await openTenant();
    const domain = freshDomain();
    await verify(domain);
    await open(client, `${server.baseUrl}/paid`);
    await open(client, `https://${domain}/paid`);
    const taken = stripe.requests.flatMap(
      ({ form }) => form.get('success_url') ?? form.get('return_url') ?? [],
    );
    expect(taken).toEqual([`${server.baseUrl}/paid`, `https://${domain}/paid`]);
    await verify(freshDomain());
    await expect(open(client, `https://${domain}/paid`)).rejects.toMatchObject({ status: 400 });
  });

  it.each(Object.entries(ways))('%s: 400 for any other, by name and with what it may be', async (_, open) => {
    const [{ client, verify }, other] = [await openTenant(), await openTenant()];
    const [mine, theirs] = [freshDomain(), freshDomain()];
    await verify(mine);
    await other.verify(theirs);
    for (const url of [
      `https://${theirs}/paid`,
      'https://evil.example.com/',
      `http://${mine}/`,
      `https://${mine}:8443/`,
      `https://${mine}.evil.example.com/`,
      `https://${mine}@evil.example.com/`,
      `https://sub.${mine}/`,
      `${server.baseUrl}.evil.example.com/`,
      'javascript:alert(1)',
      `blob:${server.baseUrl}/x`,
      `blob:https://${mine}/x`,
      `https://somebody:pw@${mine}/`,
      `//${mine}/`,
    ]) {
      await expect(open(client, url), url).rejects.toMatchObject({
        status: 400,
        code: 'validation_error',
        errors: [
          {
            path: 'body.return_url',
            message: `must begin with ${server.baseUrl} or https://${mine}: pages of the service, or of the domain that the organisation has verified`,
          },
        ],
      });
    }
    expect(stripe.requests).toEqual([]);
  });
});

it('503 while Stripe is down: nothing is kept, and the next try succeeds', async () => {
  const { client, findCustomer } = await openTenant();
  stripe.state.isDown = true;
  await expect(client.billing.createCheckout({ plan: 'pro' })).rejects.toMatchObject({
    status: 503,
    code: 'unavailable',
  });
  stripe.state.isDown = false;
  expect(await findCustomer()).toBeNull();
  await client.billing.createCheckout({ plan: 'pro' });
});

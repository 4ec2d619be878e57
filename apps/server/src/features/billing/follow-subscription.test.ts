import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BILLING_EVENTS_PATH } from '../../http/callbacks/serve-billing-events.ts';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import {
  signStripeBody,
  signStripeEvent,
  startStripeServer,
  type StripeServer,
  type StripeSubscription,
} from '../../testing/start-stripe-server.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { resumeSubscriptions } from './exports/resume-subscriptions.ts';
import { followSubscription } from './follow-subscription.job.ts';

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
beforeEach(() => {
  stripe.subscriptions.length = 0;
  stripe.state.beforeReply = async () => {};
});

/** The organisation is on Free and has been to the checkout, and so is a customer. */
const openCustomer = async () => {
  const seed = await seedOrganisation(server.context, { plan: 'free' });
  const client = server.clientOf(seed.apiKey);
  await client.billing.createCheckout({ plan: 'pro' });
  const where = { organisation_id: seed.organisationId };
  const { customer_id } = await server.context.database.prisma.billingCustomer.findUniqueOrThrow({ where });
  const subscribe = (status: string, more: Partial<StripeSubscription> = {}) => {
    const id = `sub_${stripe.subscriptions.length}`;
    const subscription = { id, customer: customer_id, status, price: 'price_pro', created: 1_790_000_000 };
    stripe.subscriptions.push({ ...subscription, ...more });
    return stripe.subscriptions.at(-1)!;
  };
  const show = async () => {
    const { plan, status } = await client.billing.getPlan();
    return `${plan} ${status}`;
  };
  return { ...seed, client, customer: customer_id, subscribe, show };
};

let lastEvent = 0;
const send = async (
  event: Partial<Parameters<typeof signStripeEvent>[0]>,
  { secret, sentAt = server.clock.now() }: { secret?: string; sentAt?: Date } = {},
): Promise<number> => {
  const { body, signature } = signStripeEvent(
    { id: `evt_${++lastEvent}`, ...event },
    { now: sentAt, ...(secret ? { secret } : {}) },
  );
  return post(body, signature);
};
const post = async (body: string, signature?: string): Promise<number> => {
  const headers = {
    'content-type': 'application/json',
    ...(signature ? { 'stripe-signature': signature } : {}),
  };
  return (await fetch(server.baseUrl + BILLING_EVENTS_PATH, { method: 'POST', headers, body })).status;
};
const sign = (body: string): string => signStripeBody(body, { now: server.clock.now() });
const readingsOf = (customer: string) =>
  stripe.requests.filter(({ route }) => route === 'GET /v1/subscriptions' && customer !== '').length;
const countEvents = (organisationId: string) =>
  server.context.database.prisma.billingEvent.count({ where: { organisation_id: organisationId } });

describe('the state is what Stripe says of the subscription', () => {
  it.each([
    ['trialing', 'pro trialing'],
    ['active', 'pro active'],
    ['past_due', 'pro past_due'],
    ['unpaid', 'pro past_due'],
    ['paused', 'pro past_due'],
    ['canceled', 'pro canceled'],
    ['incomplete', 'free active'],
    ['incomplete_expired', 'free active'],
    ['a status that is new', 'free active'],
  ])('%s: %s', async (status, shown) => {
    const { customer, subscribe, show } = await openCustomer();
    subscribe(status);
    expect(await send({ customer })).toBe(204);
    await runDueJobs(server.context);
    expect(await show()).toBe(shown);
  });

  it('when its events come out of order, and each speaks of another state', async () => {
    const { customer, subscribe, show, organisationId } = await openCustomer();
    const subscription = subscribe('past_due');
    await send({ customer, type: 'invoice.payment_failed' });
    await runDueJobs(server.context);
    expect(await show()).toBe('pro past_due');
    Object.assign(subscription, { status: 'active', price: 'price_enterprise' });
    await send({ customer, type: 'invoice.paid' });
    await send({ customer, type: 'customer.subscription.deleted' });
    await send({ customer, type: 'customer.subscription.created' });
    await runDueJobs(server.context);
    expect(await show()).toBe('enterprise active');
    // The organisation's chain tells each change once, and who made it.
    const entries = await server.context.database.prisma.orgEntry.findMany({
      where: { organisation_id: organisationId, kind: 'billing.changed' },
      orderBy: { sequence: 'asc' },
    });
    expect(entries.map(({ payload }) => payload)).toEqual([
      { provider: 'stripe', plan: 'pro', status: 'past_due' },
      { provider: 'stripe', plan: 'enterprise', status: 'active' },
    ]);
  });

  it('when an event comes twice: it is kept once, and read once', async () => {
    const { customer, subscribe, show, organisationId } = await openCustomer();
    subscribe('active');
    const [first, second] = await Promise.all([
      send({ id: 'evt_twice', customer }),
      send({ id: 'evt_twice', customer }),
    ]);
    await runDueJobs(server.context);
    const readings = readingsOf(customer);
    const third = await send({ id: 'evt_twice', customer });
    await runDueJobs(server.context);
    expect([first, second, third, await countEvents(organisationId)]).toEqual([204, 204, 204, 1]);
    expect([await show(), readingsOf(customer)]).toEqual(['pro active', readings]);
  });

  it('of two subscriptions the one that lets create counts, whichever ended since', async () => {
    const { customer, subscribe, show } = await openCustomer();
    subscribe('canceled', { price: 'price_enterprise', created: 1_790_000_900 });
    subscribe('active');
    subscribe('past_due', { price: 'price_enterprise', created: 1_790_000_500 });
    await send({ customer, type: 'customer.subscription.deleted' });
    await runDueJobs(server.context);
    expect(await show()).toBe('pro active');
  });

  it('though the price is of no plan: then the plan stays as it is', async () => {
    const { customer, subscribe, show } = await openCustomer();
    subscribe('past_due', { price: 'price_of_support' });
    await send({ customer });
    await runDueJobs(server.context);
    expect(await show()).toBe('free past_due');
  });

  it('and decides the next creation', async () => {
    const { apiKey, customer, subscribe, client } = await openCustomer();
    const create = async () => outcomeOf(await callApi(server, 'POST /sessions', { apiKey }));
    const subscription = subscribe('active');
    await send({ customer });
    await runDueJobs(server.context);
    for (let count = 0; count < 6; count++) expect(await create()).toBe('201');
    subscription.status = 'past_due';
    await send({ customer });
    await runDueJobs(server.context);
    expect(await create()).toBe('402 billing.subscription_past_due');
    expect((await client.sessions.list()).data).toHaveLength(6);
    const { period } = await client.billing.getPlan();
    expect(new Date(period.starts_at).getTime()).toBeLessThanOrEqual(server.clock.now().getTime());
  });
});

describe('an event that is not for us', () => {
  it('is 400 when it is forged, altered, old, of the future or not signed, and nothing is kept', async () => {
    const { customer, subscribe, show, organisationId } = await openCustomer();
    subscribe('active');
    const { body, signature } = signStripeEvent({ id: 'evt_altered', customer }, { now: server.clock.now() });
    const [old, future] = [-301_000, 302_000].map((ms) => new Date(server.clock.now().getTime() + ms));
    const outcomes = [
      await send({ customer }, { secret: 'whsec_of_somebody_else' }),
      await send({ customer }, { sentAt: old! }),
      await send({ customer }, { sentAt: future! }),
      await post(body.replace('evt_altered', 'evt_another'), signature),
      await post(body),
      await post(body, 't=now,v1='),
      await post('', signature),
    ];
    await runDueJobs(server.context);
    expect(outcomes).toEqual([400, 400, 400, 400, 400, 400, 400]);
    expect([await show(), await countEvents(organisationId)]).toEqual(['free active', 0]);
  });

  it.each([
    ['nothing', 'null'],
    ['a text', '"evt_1"'],
    ['no id', '{"type":"invoice.paid"}'],
    ['an id that is too long', JSON.stringify({ id: 'e'.repeat(9_000), type: 'invoice.paid' })],
    ['an id that no row can hold', JSON.stringify({ id: 'evt_\u0000', type: 'invoice.paid' })],
  ])('is 400 though it is signed, when it is none: %s', async (_, body) => {
    expect(await post(body, sign(body))).toBe(400);
  });

  it.each([
    ['no data', JSON.stringify({ id: 'evt_none', type: 'invoice.paid', data: null })],
    [
      'a customer that no row can hold',
      JSON.stringify({ id: 'evt_zero', type: 'invoice.paid', data: { object: { customer: 'cus_\u0000' } } }),
    ],
  ])('is let go when it says of nobody: %s', async (_, body) => {
    expect(await post(body, sign(body))).toBe(204);
  });

  it('is let go when it is of another account, another customer or another kind', async () => {
    const { customer, subscribe, show, organisationId } = await openCustomer();
    subscribe('active');
    const outcomes = [
      await send({ customer, account: 'acct_connected' }),
      await send({ customer: 'cus_of_another_product' }),
      await send({ customer, type: 'charge.succeeded' }),
      await send({}),
    ];
    await runDueJobs(server.context);
    expect(outcomes).toEqual([204, 204, 204, 204]);
    expect([await show(), await countEvents(organisationId)]).toEqual(['free active', 0]);
  });

  it('changes the organisation of its customer only, whatever its metadata say', async () => {
    const [mine, other] = [await openCustomer(), await openCustomer()];
    mine.subscribe('active');
    await send({ customer: other.customer });
    await runDueJobs(server.context);
    expect([await mine.show(), await other.show()]).toEqual(['free active', 'free active']);
  });

  it('is 405 by another method, and 413 when it is too large', async () => {
    const url = server.baseUrl + BILLING_EVENTS_PATH;
    const asked = await fetch(url);
    expect([asked.status, asked.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await post('x'.repeat(256 * 1024 + 1))).toBe(413);
  });
});

describe('nothing is lost between an event and its effect:', () => {
  it('its job is made anew when it was lost, and done once', async () => {
    const { customer, subscribe, show } = await openCustomer();
    subscribe('active');
    await send({ customer });
    await server.context.database.pool.query('delete from graphile_worker._private_jobs');
    await resumeSubscriptions(server.context);
    expect(await runDueJobs(server.context)).toEqual([followSubscription.id]);
    await resumeSubscriptions(server.context);
    expect([await runDueJobs(server.context), await show()]).toEqual([[], 'pro active']);
  });

  it('Stripe is down: the job fails, and is done when it is back', async () => {
    const { customer, subscribe, show, organisationId } = await openCustomer();
    subscribe('active');
    await send({ customer });
    stripe.state.isDown = true;
    await expect(runDueJobs(server.context)).rejects.toThrow();
    expect(await show()).toBe('free active');
    stripe.state.isDown = false;
    const payload = { organisation_id: organisationId };
    await followSubscription.run(server.context, payload);
    await followSubscription.run(server.context, payload);
    expect(await show()).toBe('pro active');
    await server.context.database.pool.query('delete from graphile_worker._private_jobs');
  });

  it('a reading that a later one has overtaken writes nothing', async () => {
    const { customer, subscribe, show, organisationId } = await openCustomer();
    const subscription = subscribe('past_due');
    const payload = { organisation_id: organisationId };
    await send({ customer });
    let release = () => {};
    const isHeld = new Promise<void>((resolve) => {
      stripe.state.beforeReply = () => {
        stripe.state.beforeReply = async () => {};
        resolve();
        return new Promise((go) => (release = go));
      };
    });
    const early = followSubscription.run(server.context, payload);
    await isHeld;
    subscription.status = 'active';
    await followSubscription.run(server.context, payload);
    release();
    await early;
    expect(await show()).toBe('pro active');
    await server.context.database.pool.query('delete from graphile_worker._private_jobs');
  });
});

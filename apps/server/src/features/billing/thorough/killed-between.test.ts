import { afterAll, expect, test } from 'vitest';
import { BILLING_EVENTS_PATH } from '../../../http/callbacks/serve-billing-events.ts';
import { openProcessWorld, type ProcessWorld } from '../../../testing/open-process-world.ts';
import {
  signStripeEvent,
  startStripeServer,
  type StripeServer,
} from '../../../testing/start-stripe-server.ts';

const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

/** The process dies at these points, after it has acknowledged the event. */
const DEATHS = {
  'while it asks Stripe': { answersFirst: false },
  'as Stripe answers': { answersFirst: true },
};

test("the process killed between them: the state is what Stripe's object says", async () => {
  const stripe = await startStripeServer();
  closers.push(() => stripe.close());
  const world = await openProcessWorld();
  closers.push(() => world.close());
  const { seed, context } = world;
  await context.database.prisma.billingCustomer.create({
    data: {
      organisation_id: seed.organisationId,
      customer_id: 'cus_killed',
      created_at: context.clock.now(),
    },
  });
  const subscription = { id: 'sub_killed', customer: 'cus_killed', created: 1_790_000_000 };
  stripe.subscriptions.push({ ...subscription, price: 'price_pro', status: 'trialing' });
  const statuses = ['past_due', 'active', 'canceled', 'active'];
  for (const [death, { answersFirst }] of Object.entries(DEATHS)) {
    const doomed = await spawn(world, stripe);
    const asked = killWhenAsked(stripe, { kill: () => doomed.kill('SIGKILL'), answersFirst });
    // The subscription changes between the event and the reading by another process.
    stripe.subscriptions[0]!.status = statuses.shift()!;
    expect([death, await sendEvent(doomed.baseUrl, `evt_${death.replaceAll(' ', '_')}`)]).toEqual([
      death,
      204,
    ]);
    await asked;
    expect(await doomed.exited).toBe('SIGKILL');
    const status = statuses.shift()!;
    Object.assign(stripe.subscriptions[0]!, { status, price: 'price_enterprise' });
    stripe.state.beforeReply = async () => {};
    await releaseJobs(world);
    const other = await spawn(world, stripe);
    await expect
      .poll(() => readState(world), { timeout: 60_000, interval: 100 })
      .toEqual({ plan: 'enterprise', subscription_status: status });
    await expect.poll(() => countWaiting(world), { timeout: 20_000, interval: 100 }).toBe(0);
    await other.kill();
  }
  expect(await context.database.prisma.billingEvent.count()).toBe(Object.keys(DEATHS).length);
});

const spawn = ({ spawn: start }: ProcessWorld, { apiUrl, settings }: StripeServer) =>
  start('all', {
    STRIPE_SECRET_KEY: settings.secretKey,
    STRIPE_WEBHOOK_SECRET: settings.webhookSecret,
    STRIPE_PRICES: [...settings.prices].map((pair) => pair.join('=')).join(','),
    STRIPE_API_URL: apiUrl,
  });

/** The process dies when it asks for the subscription. */
const killWhenAsked = (
  { state, requests }: StripeServer,
  { kill, answersFirst }: { kill: () => Promise<unknown>; answersFirst: boolean },
): Promise<void> =>
  new Promise((resolve) => {
    state.beforeReply = async () => {
      if (requests.at(-1)!.route !== 'GET /v1/subscriptions') return;
      const dead = kill().then(() => resolve());
      if (!answersFirst) await dead;
    };
  });

const sendEvent = async (baseUrl: string, id: string): Promise<number> => {
  const { body, signature } = signStripeEvent({ id, customer: 'cus_killed' }, { now: new Date() });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return (await fetch(baseUrl + BILLING_EVENTS_PATH, { method: 'POST', headers, body })).status;
};

/** Releases the jobs of silent workers, as the heartbeat does after half a minute. */
const releaseJobs = async ({ context }: ProcessWorld): Promise<void> => {
  await context.database.pool.query(`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker._private_jobs
    where locked_by is not null
  `);
};

const readState = ({ context, seed }: ProcessWorld) =>
  context.database.prisma.organisation.findUniqueOrThrow({
    where: { id: seed.organisationId },
    select: { plan: true, subscription_status: true },
  });

const countWaiting = ({ context }: ProcessWorld) =>
  context.database.prisma.billingEvent.count({ where: { handled_at: null } });

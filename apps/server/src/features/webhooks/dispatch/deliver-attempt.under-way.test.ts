import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../../context.ts';
import { dropDeliveries } from '../../../testing/drop-deliveries.ts';
import { seedOrganisation } from '../../../testing/seed-organisation.ts';
import {
  startWebhookServer,
  type Reply,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';
import { claimAttempts } from './claim-attempts.ts';
import { deliverAttempt } from './deliver-attempt.ts';

let server: WebhookServer;
let context: Context;
let receiver: WebhookReceiver;
let client: WebhookServer['client'];
let endpointId: string;
let key: { organisation_id: string; delivery_id: string };

beforeAll(async () => {
  server = await startWebhookServer();
  context = server.context;
});
afterAll(() => server.close());

/** Each test has an endpoint with one delivery that is due. */
beforeEach(async () => {
  receiver = await server.openReceiver();
  const seed = await seedOrganisation(context);
  client = server.clientOf(seed.apiKey);
  endpointId = (await client.webhookEndpoints.create({ url: receiver.url })).id;
  const delivery = await client.webhookEndpoints.test(endpointId);
  key = { organisation_id: seed.organisationId, delivery_id: delivery.id };
});
afterEach(() => dropDeliveries(context, key.organisation_id));

const claim = async () => (await claimAttempts(context, 1)).attempts[0];
const work = async () => {
  const attempt = await claim();
  if (attempt) await deliverAttempt(context, attempt);
  return attempt;
};
const readDelivery = async () => ({
  ...(await context.database.prisma.webhookDelivery.findFirst({ where: { id: key.delivery_id } }))!,
  queued: await context.database.prisma.queuedDelivery.findFirst({ where: { delivery_id: key.delivery_id } }),
});
const readLease = () =>
  context.database.prisma.leasedAttempt.findFirst({ where: { delivery_id: key.delivery_id } });
const readAttempts = () =>
  context.database.prisma.webhookAttempt.findMany({
    where: { delivery_id: key.delivery_id },
    orderBy: { number: 'asc' },
  });
/** The next request waits until the test has it answered. */
const holdAnswer = (then: Reply = { status: 200 }) => {
  let release: (reply: Reply) => void = () => {};
  let arrive: () => void = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const answered = new Promise<Reply>((resolve) => (release = resolve));
  receiver.answer(() => {
    receiver.answer(() => then);
    arrive();
    return answered;
  });
  return { arrived, release };
};

describe('an attempt', () => {
  test('that is under way while its endpoint is deleted enters the log, and is counted', async () => {
    const { arrived, release } = holdAnswer();
    const run = work();
    await arrived;
    await client.webhookEndpoints.delete(endpointId);
    release({ status: 200 });
    await run;
    expect(await client.webhookEvents.get(key.delivery_id)).toMatchObject({
      status: 'dropped',
      attempt_count: 1,
      attempts: [{ number: 1, outcome: 'delivered' }],
    });
    expect(await readLease()).toBeNull();
  });

  test('that a stopping process gives up is made anew at once, and counts as no failure', async () => {
    const stopped = Object.assign(
      async () => ({ ok: false as const, errorClass: 'aborted' as const, message: '', durationMs: 1 }),
      { close: async () => {} },
    );
    await deliverAttempt({ ...context, safeFetch: stopped }, (await claim())!);
    expect(await readDelivery()).toMatchObject({ status: 'pending', failure_count: 0 });
    expect(await readLease()).toBeNull();
    await work();
    expect(await readAttempts()).toMatchObject([{ outcome: 'interrupted' }, { outcome: 'delivered' }]);
  });

  test('that outlives its endpoint is in the log with its outcome, and the delivery stays dropped', async () => {
    receiver.answer(async () => {
      await client.webhookEndpoints.delete(endpointId);
      return { status: 200 };
    });
    await work();
    expect(await readDelivery()).toMatchObject({ status: 'dropped', delivered_at: null });
    expect(await readAttempts()).toMatchObject([{ outcome: 'delivered', response_status: 200 }]);
  });

  test('holds no transaction open while it waits for the receiver', async () => {
    const { arrived, release } = holdAnswer();
    const run = work();
    await arrived;
    const { rows } = await context.database.pool.query<{ open: number }>(
      `
      select count(*)::int as open
      from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend'
        and xact_start is not null and pid <> pg_backend_pid()
      `,
    );
    expect(rows).toEqual([{ open: 0 }]);
    release({ status: 200 });
    await run;
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { publishTestEvent } from '../../../testing/publish-test-event.ts';
import { startDatabaseProxy } from '../../../testing/start-database-proxy.ts';
import {
  startWebhookServer,
  type Reply,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';
import { startDispatch } from './start-dispatch.ts';

const SHUTDOWN_MS = 500;
const NEVER_MS = 2 ** 30;

let server: WebhookServer;
let receiver: WebhookReceiver;
let endpointId: string;
let dispatch: ReturnType<typeof startDispatch>;
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;

/** Only its notifications come through the proxy. */
beforeEach(async () => {
  server = await startWebhookServer({ WORKER_CONCURRENCY: '16' });
  receiver = await server.openReceiver();
  endpointId = (await server.client.webhookEndpoints.create({ url: receiver.url })).id;
  proxy = await startDatabaseProxy(server.databaseUrl);
  dispatch = startDispatch(server.context, { databaseUrl: proxy.databaseUrl, shutdownMs: SHUTDOWN_MS });
});
afterEach(async () => {
  await dispatch.stop();
  await proxy.close();
  await server.close();
});

const publish = () => publishTestEvent(server.context, server.seed.organisationId);
const untilArrived = (count: number) =>
  expect.poll(() => receiver.deliveries.length, { timeout: 60_000, interval: 10 }).toBe(count);
const untilListening = () =>
  expect
    .poll(
      async () => {
        const { rows } = await server.context.database.pool.query(
          `select from pg_stat_activity where datname = current_database() and query = 'listen webhook_wakes'`,
        );
        return rows.length;
      },
      { timeout: 60_000 },
    )
    .toBe(1);
const holdAnswers = () => {
  const answered = Promise.withResolvers<Reply>();
  receiver.answer(() => answered.promise);
  return answered;
};
const listLeases = () => server.context.database.prisma.leasedAttempt.findMany();

describe('the dispatch', () => {
  test('is told of an event when it commits', async () => {
    await dispatch.stop();
    const { databaseUrl } = proxy;
    dispatch = startDispatch(server.context, { databaseUrl, shutdownMs: SHUTDOWN_MS, pollMs: NEVER_MS });
    await untilListening();
    await publish();
    await untilArrived(1);
  });

  test('finds what nobody told it of, also while it can not listen', async () => {
    proxy.cut();
    await publish();
    await untilArrived(1);
  });

  test('listens again when its connection was cut', async () => {
    await untilListening();
    proxy.cut();
    proxy.mend();
    await untilListening();
    await publish();
    await untilArrived(1);
  });

  test('starts a retry when it is due', async () => {
    receiver.answer(() => ({ status: 500 }));
    await publish();
    await untilArrived(1);
    await expect.poll(listLeases).toEqual([]);
    server.clock.advance(30_000);
    await untilArrived(2);
  });

  test('goes on with what waits as attempts end, never beyond the cap', async () => {
    let underWay = 0;
    let most = 0;
    receiver.answer(async () => {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setTimeout(resolve, 5));
      underWay -= 1;
      return { status: 200 };
    });
    for (let count = 0; count < 30; count++) await publish();
    await untilArrived(30);
    expect(most).toBe(2);
  });

  test('takes up what a dead worker held when its lease is over', async () => {
    const answered = holdAnswers();
    await publish();
    await untilArrived(1);
    await dispatch.stop();
    await server.context.database.pool.query(
      'update webhook_leased_attempts set lease_until = clock_timestamp()',
    );
    receiver.answer(() => ({ status: 200 }));
    dispatch = startDispatch(server.context, { databaseUrl: server.databaseUrl, shutdownMs: SHUTDOWN_MS });
    await untilArrived(2);
    answered.resolve({ status: 200 });
    expect(receiver.deliveries.map(({ headers }) => headers['svc-delivery-attempt'])).toEqual(['1', '2']);
  });

  test('lets what is under way finish when it stops, and begins nothing', async () => {
    const answered = holdAnswers();
    await publish();
    await untilArrived(1);
    const stopped = dispatch.stop();
    await server.client.webhookEndpoints.test(endpointId);
    answered.resolve({ status: 200 });
    await stopped;
    expect(await listLeases()).toEqual([]);
    expect(receiver.deliveries).toHaveLength(1);
    expect(
      await server.context.database.prisma.webhookDelivery.count({ where: { status: 'delivered' } }),
    ).toBe(1);
  });

  test('stops after its time, whatever is still under way', async () => {
    const answered = holdAnswers();
    await publish();
    await untilArrived(1);
    const startedMs = performance.now();
    await dispatch.stop();
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(SHUTDOWN_MS - 50);
    expect(await listLeases()).toHaveLength(1);
    answered.resolve({ status: 200 });
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWorker, type Worker } from './start-worker.ts';
import { startDatabaseProxy } from './testing/start-database-proxy.ts';
import {
  startWebhookServer,
  type Reply,
  type WebhookReceiver,
  type WebhookServer,
} from './testing/start-webhook-receiver.ts';

let server: WebhookServer;
let receiver: WebhookReceiver;
let endpointId: string;
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
let worker: Worker;

/** A worker that reaches its queue through a proxy; what its jobs do themselves does not go through it. */
beforeEach(async () => {
  server = await startWebhookServer();
  receiver = await server.openReceiver();
  endpointId = (await server.client.webhookEndpoints.create({ url: receiver.url })).id;
  proxy = await startDatabaseProxy(server.databaseUrl);
  worker = await startWorker(server.context, proxy.databaseUrl);
});
afterEach(async () => {
  await worker.stop();
  await proxy.close();
  await server.close();
});

const fire = () => server.client.webhookEndpoints.test(endpointId);
const untilDelivered = (count: number) =>
  expect
    .poll(() => server.context.database.prisma.webhookDelivery.count({ where: { status: 'delivered' } }), {
      timeout: 60_000,
    })
    .toBe(count);
const listWorkers = async () => {
  const { rows } = await server.context.database.pool.query<{ id: string }>(
    'select id from worker_processes',
  );
  return rows.map(({ id }) => id);
};

describe('startWorker', () => {
  it(
    'goes on under a new name when the queue was away just as a job ended',
    { timeout: 120_000 },
    async () => {
      const answered = Promise.withResolvers<Reply>();
      receiver.answer(() => answered.promise);
      await expect.poll(listWorkers).toHaveLength(1);
      const before = await listWorkers();
      await fire();
      await expect.poll(() => receiver.deliveries.length, { timeout: 30_000 }).toBe(1);
      proxy.cut();
      answered.resolve({ status: 200 });
      await untilDelivered(1);
      proxy.mend();
      receiver.answer(() => ({ status: 200 }));
      await fire();
      await untilDelivered(2);
      expect(receiver.deliveries).toHaveLength(2);
      expect((await listWorkers()).filter((id) => !before.includes(id))).toHaveLength(1);
    },
  );

  it('stops while it is waiting to start anew', { timeout: 120_000 }, async () => {
    proxy.cut();
    await worker.stop();
    await fire();
    await expect.poll(listWorkers).toEqual([]);
    expect(receiver.deliveries).toEqual([]);
  });
});

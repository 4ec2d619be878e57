import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ZodError } from 'zod';
import {
  startWebhookServer,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { createTasks } from '../../../tasks.ts';

let server: WebhookServer;
let receiver: WebhookReceiver;
let organisation_id: string;
let client: WebhookServer['client'];

beforeAll(async () => {
  server = await startWebhookServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client, receiver, organisationId: organisation_id } = await server.openTenant());
});

const run = async (payload: unknown) => createTasks(server.context)['deliver-webhook']!(payload, {} as never);

/** A process of the release before queues a delivery in this way, without a wake. */
const queueAsBefore = async () => {
  const endpoint = await client.webhookEndpoints.create({ url: receiver.url });
  const { id: delivery_id } = await client.webhookEndpoints.test(endpoint.id);
  await server.context.database.pool.query('delete from webhook_due_endpoints');
  expect(await runDueJobs(server.context)).toEqual([]);
  return { organisation_id, delivery_id };
};

describe('a job of the release before', () => {
  test('has its delivery sent', async () => {
    await run(await queueAsBefore());
    await runDueJobs(server.context);
    expect(receiver.deliveries).toHaveLength(1);
  });

  test('that is a list has all of them sent, each once, however often it runs', async () => {
    const deliveries = [await queueAsBefore(), await queueAsBefore()];
    await run(deliveries);
    await run(deliveries);
    await runDueJobs(server.context);
    await run(deliveries);
    await runDueJobs(server.context);
    expect(receiver.deliveries).toHaveLength(2);
  });

  test('for what is gone ends, and so does one for nothing', async () => {
    await expect(run({ organisation_id, delivery_id: organisation_id })).resolves.toBeUndefined();
    await expect(run([])).resolves.toBeUndefined();
    expect(await server.context.database.prisma.dueEndpoint.count({ where: { organisation_id } })).toBe(0);
  });

  test.each([[{}], [[{}]], [{ organisation_id: 7, delivery_id: 7 }]])(
    'that says %j fails',
    async (payload) => {
      await expect(run(payload)).rejects.toBeInstanceOf(ZodError);
    },
  );
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import {
  startWebhookServer,
  type WebhookReceiver,
  type WebhookServer,
} from '../../testing/start-webhook-receiver.ts';
import { publishEvent } from './publish-event.ts';

let server: WebhookServer;

beforeAll(async () => {
  server = await startWebhookServer();
});
afterAll(() => server.close());

const sequencesOf = (receiver: WebhookReceiver, endpoint: string) =>
  receiver.deliveries
    .map(({ body }) => JSON.parse(body) as { endpoint: string; sequence: number })
    .filter((event) => event.endpoint === endpoint)
    .map(({ sequence }) => sequence)
    .toSorted((a, b) => a - b);

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('the sequence of an endpoint', () => {
  test('has no gap and no repetition under 50 parallel creations, whatever else is published and rolled back', async () => {
    const { client, receiver, organisationId } = await server.openTenant();
    const all = await client.webhookEndpoints.create({ url: receiver.url });
    const some = await client.webhookEndpoints.create({
      url: receiver.url,
      event_types: ['session.created'],
    });
    const fails = () =>
      server.context
        .transact(async (tx) => {
          publishEvent(server.context, tx, organisationId, { type: 'ping', data: {} });
          tx.beforeCommit.push(() => Promise.reject(new Error('rolled back')));
        })
        .catch(() => 'rolled back');
    const outcomes = await Promise.all([
      ...Array.from({ length: 50 }, () => client.sessions.create()),
      ...Array.from({ length: 5 }, () => client.webhookEndpoints.test(all.id)),
      ...Array.from({ length: 5 }, fails),
    ]);
    expect(outcomes.filter((outcome) => outcome === 'rolled back')).toHaveLength(5);
    await runDueJobs(server.context);
    expect(sequencesOf(receiver, all.id)).toEqual(upTo(55));
    expect(sequencesOf(receiver, some.id)).toEqual(upTo(50));
  });

  test('counts several events of one transaction in their order', async () => {
    const { client, receiver, organisationId } = await server.openTenant();
    const { id } = await client.webhookEndpoints.create({ url: receiver.url });
    await server.context.transact(async (tx) => {
      for (let count = 0; count < 3; count++) {
        publishEvent(server.context, tx, organisationId, { type: 'ping', data: {} });
      }
    });
    await runDueJobs(server.context);
    expect(sequencesOf(receiver, id)).toEqual([1, 2, 3]);
  });
});

describe('an event', () => {
  test('of a transaction that fails is neither stored nor sent', async () => {
    const { client, receiver, organisationId } = await server.openTenant();
    await client.webhookEndpoints.create({ url: receiver.url });
    const work = server.context.transact(async (tx) => {
      publishEvent(server.context, tx, organisationId, { type: 'ping', data: {} });
      tx.beforeCommit.push(() => Promise.reject(new Error('failed')));
    });
    await expect(work).rejects.toThrow('failed');
    await runDueJobs(server.context);
    expect(receiver.deliveries).toEqual([]);
    const where = { organisation_id: organisationId };
    expect(await server.context.database.prisma.event.count({ where })).toBe(0);
  });

  test('keeps its data byte for byte until it is sent', async () => {
    const { client, receiver } = await server.openTenant();
    await client.webhookEndpoints.create({ url: receiver.url });
    const notes = '{"b": 1,  "a": 2} \\u00e8 \u2028 𝔘 </script>';
    const session = await client.sessions.create({ notes });
    await runDueJobs(server.context);
    const [{ body }] = receiver.deliveries as [WebhookReceiver['deliveries'][number]];
    expect(body.endsWith(`,"data":${JSON.stringify(session)}}`)).toBe(true);
  });
});

import type { ServerResponse } from 'node:http';
import { FieldInspection } from '@field-inspection/sdk';
import { openProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { publishTestEvent } from '@field-inspection/server/testing/publish-test-event';
import { sendHalf } from '@field-inspection/server/testing/send-half';
import { seedWebhookEndpoint } from '@field-inspection/server/testing/seed-webhook-endpoint';
import pg from 'pg';
import { expect, it } from 'vitest';
import { openWebhookReceiver } from './open-webhook-receiver.ts';

const ENDPOINTS = 5;
const CAP = 4;
const UNDER_WAY = ENDPOINTS * CAP;
const SLOW_BODIES = 90;
const SLOW_ENDS = 10;

it('SIGTERM during 100 slow requests and 20 deliveries cuts none of them, the exit code is 0, and what waited is sent by the next process', async ({
  annotate,
  onTestFinished,
}) => {
  const world = await openProcessWorld();
  onTestFinished(() => world.close());
  const receiver = await openWebhookReceiver(world);
  onTestFinished(() => receiver.close());
  const { organisationId, apiKey } = world.seed;
  const server = await world.spawn('all', { WORKER_CONCURRENCY: String(8 * CAP) });
  const client = new FieldInspection({ apiKey, baseUrl: server.baseUrl, maxRetries: 0 });
  const sessions = await Promise.all(Array.from({ length: SLOW_ENDS }, () => client.sessions.create({})));
  for (let index = 0; index < ENDPOINTS; index++)
    await seedWebhookEndpoint(world.context, {
      organisationId,
      url: receiver.urlOf(`/${index}`),
      eventTypes: ['session.created'],
    });

  const held: ServerResponse[] = [];
  receiver.answer((_, response) => held.push(response));
  for (let event = 0; event < CAP + 2; event++) await publishTestEvent(world.context, organisationId);
  const bodies = Array.from({ length: SLOW_BODIES }, (_, index) =>
    sendHalf(`${server.baseUrl}/api/v1/public/campaigns`, {
      token: apiKey,
      body: JSON.stringify({ name: `slow ${index}` }),
    }),
  );
  await expect.poll(() => held.length, { timeout: 30_000 }).toBe(UNDER_WAY);
  const blocker = new pg.Client({ connectionString: world.databaseUrl });
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('select 1 from sessions for update');
  const endings = sessions.map(({ id }) => client.sessions.end(id));

  const stoppedAt = performance.now();
  const exited = server.kill('SIGTERM');
  await expect
    .poll(async () => (await fetch(`${server.baseUrl}/readyz`)).status, { timeout: 30_000 })
    .toBe(503);
  await blocker.query('rollback');
  await blocker.end();
  for (const response of held) response.writeHead(204).end();
  receiver.answer((_, response) => response.writeHead(204).end());
  expect((await Promise.all(endings)).map(({ status }) => status)).toEqual(endings.map(() => 'closed'));
  // So many bodies end at once as there are connections to the database.
  for (let at = 0; at < SLOW_BODIES; at += 10) {
    const replies = await Promise.all(bodies.slice(at, at + 10).map(({ finish }) => finish()));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
  }
  expect(await exited).toBe(0);
  const seconds = ((performance.now() - stoppedAt) / 1000).toFixed(1);

  const countDelivered = () =>
    world.context.database.prisma.webhookDelivery.count({ where: { status: 'delivered' } });
  expect(await countDelivered()).toBeGreaterThanOrEqual(UNDER_WAY);
  await world.spawn('worker');
  await expect.poll(countDelivered, { timeout: 60_000 }).toBe(ENDPOINTS * (CAP + 2));
  // Every delivery was sent once, and no attempt was interrupted.
  expect(receiver.arrivals).toHaveLength(ENDPOINTS * (CAP + 2));
  const attempts = await world.context.database.prisma.webhookAttempt.findMany();
  expect(attempts.map(({ outcome }) => outcome)).toEqual(Array(ENDPOINTS * (CAP + 2)).fill('delivered'));
  const requests = SLOW_BODIES + SLOW_ENDS;
  await annotate(
    `0 of ${requests} requests and 0 of ${UNDER_WAY} deliveries cut, exit 0 after ${seconds} s`,
    'figure',
  );
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../../context.ts';
import { createCredential } from '../../../testing/create-credential.ts';
import { dropDeliveries } from '../../../testing/drop-deliveries.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../../testing/seed-organisation.ts';
import {
  startWebhookServer,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';
import { reportDisabledEndpoint } from './report-disabled-endpoint.job.ts';

const DAY = 86_400_000;

let server: WebhookServer;
let context: Context;
let client: WebhookServer['client'];
let receiver: WebhookReceiver;
let organisationId: string;
let endpointId: string;
let people = 0;
let operator: string;

beforeAll(async () => {
  server = await startWebhookServer();
  context = server.context;
});
afterAll(() => server.close());
beforeEach(async () => {
  operator = `operator${++people}@example.com`;
  const seed = await seedOrganisation(context, { operatorEmail: operator });
  organisationId = seed.organisationId;
  client = server.clientOf(seed.apiKey);
  receiver = await server.openReceiver();
  endpointId = (await client.webhookEndpoints.create({ url: receiver.url })).id;
  server.post.emails.length = 0;
});
// Due deliveries are dropped, so that the next test does not send them.
afterEach(async () => {
  for await (const { id } of client.webhookEndpoints.list()) await client.webhookEndpoints.delete(id);
});

const addOperator = (operatorEmail: string) =>
  createCredential(context, {
    organisationId,
    name: 'other',
    scopes: ['webhooks:read'],
    operatorEmail,
    rateLimit: 60,
  });
const attempt = async (status: number) => {
  receiver.answer(() => ({ status }));
  await client.webhookEndpoints.test(endpointId);
  await runDueJobs(context);
  await dropDeliveries(context, organisationId);
};
const isActive = async () => (await client.webhookEndpoints.get(endpointId)).active;
const recipients = () => server.post.emails.map(({ to }) => to).toSorted();

describe('an endpoint all of whose attempts fail', () => {
  test('is disabled by the first failure 5 days after the first, and its operators are told, each once', async () => {
    const second = `second${people}@example.com`;
    await addOperator(second);
    await addOperator(operator);
    await attempt(500);
    server.clock.advance(5 * DAY - 1);
    await attempt(500);
    expect(await isActive()).toBe(true);
    server.clock.advance(1);
    await attempt(500);
    expect(await isActive()).toBe(false);
    expect(recipients()).toEqual([operator, second].toSorted());
    const [mail] = server.post.emails;
    expect(mail).toMatchObject({ subject: 'Webhook endpoint disabled' });
    expect(mail!.text).toContain('for 5 days');
    expect(mail!.text).toContain(receiver.url);
  });

  test('tells nobody whose credential was revoked', async () => {
    const gone = await addOperator(`gone${people}@example.com`);
    await context.database.prisma.credential.updateMany({
      where: { id: gone.id },
      data: { revoked_at: server.clock.now() },
    });
    await attempt(500);
    server.clock.advance(5 * DAY);
    await attempt(500);
    expect(recipients()).toEqual([operator]);
  });

  test('writes in the language of the organisation', async () => {
    await context.database.prisma.organisation.update({
      where: { id: organisationId },
      data: { locale: 'de' },
    });
    await attempt(500);
    server.clock.advance(5 * DAY);
    await attempt(500);
    expect(server.post.emails).toHaveLength(1);
    expect(server.post.emails[0]!.text).toContain('5 Tage');
  });

  test('by its own schedule alone is not disabled: the last retry is not 5 days away', async () => {
    receiver.answer(() => ({ status: 500 }));
    await client.webhookEndpoints.test(endpointId);
    for (const delayMs of [0, ...context.config.webhookRetryDelaysMs]) {
      server.clock.advance(delayMs);
      await runDueJobs(context);
    }
    expect(receiver.deliveries).toHaveLength(6);
    expect(await isActive()).toBe(true);
  });

  test('several of which fail at the same time is disabled and reported once', async () => {
    await attempt(500);
    server.clock.advance(5 * DAY);
    for (let count = 0; count < 5; count++) await client.webhookEndpoints.test(endpointId);
    await runDueJobs(context);
    await reportDisabledEndpoint.run(context, { organisation_id: organisationId, endpoint_id: endpointId });
    await runDueJobs(context);
    expect(recipients()).toEqual([operator]);
  });

  test('whatever its kind: no answer counts as a wrong one does', async () => {
    await receiver.close();
    await client.webhookEndpoints.test(endpointId);
    await runDueJobs(context);
    server.clock.advance(5 * DAY);
    await runDueJobs(context);
    expect(await isActive()).toBe(false);
    expect(recipients()).toEqual([operator]);
  });
});

describe('the five days begin anew', () => {
  test('with every delivery that succeeds', async () => {
    await attempt(500);
    server.clock.advance(4 * DAY);
    await attempt(200);
    server.clock.advance(DAY);
    await attempt(500);
    server.clock.advance(5 * DAY - 1);
    await attempt(500);
    expect(await isActive()).toBe(true);
    server.clock.advance(1);
    await attempt(500);
    expect(await isActive()).toBe(false);
  });

  test('when somebody activates it again, and the next time is told again', async () => {
    for (let round = 1; round <= 2; round++) {
      await attempt(500);
      server.clock.advance(5 * DAY);
      await attempt(500);
      expect(await isActive()).toBe(false);
      expect(server.post.emails).toHaveLength(round);
      await client.webhookEndpoints.update(endpointId, { active: true });
      await attempt(500);
      expect(await isActive()).toBe(true);
    }
  });

  test('when it moves to another URL', async () => {
    await attempt(500);
    server.clock.advance(5 * DAY);
    receiver.answer(() => ({ status: 200 }));
    await client.webhookEndpoints.update(endpointId, { url: `${receiver.url}/moved` });
    await attempt(500);
    expect(await isActive()).toBe(true);
  });
});

describe('does not count', () => {
  test('a failure at the URL that the endpoint has left meanwhile', async () => {
    await attempt(500);
    server.clock.advance(5 * DAY);
    receiver.answer(async () => {
      receiver.answer(() => ({ status: 200 }));
      await client.webhookEndpoints.update(endpointId, { url: `${receiver.url}/moved` });
      return { status: 500 };
    });
    await client.webhookEndpoints.test(endpointId);
    await runDueJobs(context);
    const row = await context.database.prisma.webhookEndpoint.findFirst({ where: { id: endpointId } });
    expect(row).toMatchObject({ active: true, failing_since: null });
  });

  test('what this server could not sign', async () => {
    await context.database.prisma.webhookEndpoint.updateMany({
      where: { id: endpointId },
      data: { secret_sealed: 'v1.lost-key.AAAA' },
    });
    await attempt(200);
    server.clock.advance(5 * DAY);
    await attempt(200);
    expect(await isActive()).toBe(true);
    expect(receiver.deliveries).toEqual([]);
  });
});

describe('the notice', () => {
  test('is sent for 410, too, and says so', async () => {
    await attempt(500);
    server.clock.advance(5 * DAY);
    await attempt(410);
    expect(await isActive()).toBe(false);
    expect(recipients()).toEqual([operator]);
    expect(server.post.emails[0]!.text).toContain('answered 410: it wants no more events');
  });

  test('is not sent of an endpoint that somebody paused', async () => {
    await client.webhookEndpoints.update(endpointId, { active: false });
    await runDueJobs(context);
    expect(server.post.emails).toEqual([]);
  });

  test('is not sent once the endpoint is active again, or deleted', async () => {
    await attempt(500);
    server.clock.advance(5 * DAY);
    server.post.failNext(1);
    await expect(attempt(500)).rejects.toThrow('told to fail');
    await client.webhookEndpoints.update(endpointId, { active: true });
    server.clock.advance(DAY);
    await runDueJobs(context);
    const key = { organisation_id: organisationId, endpoint_id: endpointId };
    await reportDisabledEndpoint.run(context, key);
    await client.webhookEndpoints.delete(endpointId);
    await reportDisabledEndpoint.run(context, key);
    await runDueJobs(context);
    expect(server.post.emails).toEqual([]);
  });

  const goneAgain = async () => {
    server.clock.advance(1_000);
    await client.webhookEndpoints.update(endpointId, { active: true });
    await attempt(410);
    expect(await isActive()).toBe(false);
  };

  test('goes to an operator at most once a day of an endpoint, however often it pauses; the next day it goes again', async () => {
    server.clock.set(new Date((Math.floor(server.clock.now().getTime() / DAY) + 1) * DAY));
    for (let pause = 0; pause < 4; pause++) await goneAgain();
    expect(recipients()).toEqual([operator]);
    server.clock.advance(DAY);
    await goneAgain();
    await goneAgain();
    expect(recipients()).toEqual([operator, operator]);
  });

  test('counts in the limits of messages, and over them waits for room while the endpoint is paused', async () => {
    const limits = { ...context.config };
    context.config.messagesPerRecipientHour = 1;
    try {
      const other = (await client.webhookEndpoints.create({ url: `${receiver.url}/other` })).id;
      await client.webhookEndpoints.test(other);
      await attempt(410);
      expect((await client.webhookEndpoints.get(other)).active).toBe(false);
      expect(recipients()).toEqual([operator]);
      server.clock.advance(DAY / 24);
      await runDueJobs(context);
      expect(recipients()).toEqual([operator, operator]);
    } finally {
      Object.assign(context.config, limits);
    }
  });

  test('that waits for room is one, however often its endpoint pauses, and is not sent once that is active again', async () => {
    const limits = { ...context.config };
    context.config.messagesPerRecipientHour = 0;
    server.clock.set(new Date((Math.floor(server.clock.now().getTime() / DAY) + 1) * DAY));
    try {
      await attempt(410);
      await goneAgain();
      const waiting = { endpoint_id: endpointId, sent_at: null, cancelled_at: null };
      expect(await context.database.prisma.message.count({ where: waiting })).toBe(1);
      receiver.answer(() => ({ status: 200 }));
      await client.webhookEndpoints.update(endpointId, { active: true });
      server.clock.advance(DAY / 24);
      await runDueJobs(context);
      expect(await context.database.prisma.message.count({ where: waiting })).toBe(0);
      expect(recipients()).toEqual([]);
    } finally {
      Object.assign(context.config, limits);
    }
  });
});

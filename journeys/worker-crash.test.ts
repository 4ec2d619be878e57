import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { FieldInspection } from '@field-inspection/sdk';
import { verifyWebhook } from '@field-inspection/sdk/webhooks';
import { openProcessWorld, type ProcessWorld } from '@field-inspection/server/testing/open-process-world';
import pg from 'pg';
import { describe, it } from 'vitest';

type Point = 'claimed' | 'connected' | 'body sent' | 'reply sent' | 'before commit';

const RESUME_MS = 45_000;

describe('kill -9 of the worker in mid-delivery', () => {
  it.concurrent.for<Point>(['claimed', 'connected', 'body sent', 'reply sent', 'before commit'])(
    '%s: the event arrives within 45 s of the restart, with its id, at most twice, and the log shows it',
    async (point, { annotate, expect, onTestFinished }) => {
      const world = await openProcessWorld();
      onTestFinished(() => world.close());
      const receiver = await startReceiver(world);
      const { eventId, deliveryId } = await publishOneEvent(world, receiver);
      receiver.armed = point;

      const worker = await world.spawn('worker');
      await receiver.reached;
      await worker.kill('SIGKILL');
      receiver.release();
      await world.spawn('worker');
      const restartedAt = Date.now();
      await waitUntil(
        async () => (await readDelivery(world, deliveryId)).status === 'delivered',
        RESUME_MS + 5_000,
      );
      const resumedMs = Date.now() - restartedAt;
      expect(resumedMs).toBeLessThan(RESUME_MS);

      expect(receiver.events.length).toBeGreaterThanOrEqual(1);
      expect(receiver.events.length).toBeLessThanOrEqual(2);
      expect(new Set(receiver.events.map(({ id }) => id))).toEqual(new Set([eventId]));
      const { attempts } = await readDelivery(world, deliveryId);
      expect(attempts.at(-1)?.outcome).toBe('delivered');
      expect(attempts.slice(0, -1).map(({ outcome }) => outcome)).toEqual(
        attempts.slice(0, -1).map(() => 'interrupted'),
      );
      await annotate(
        `${point}: ${(resumedMs / 1000).toFixed(1)} s, arrived ${receiver.events.length} ${receiver.events.length === 1 ? 'time' : 'times'}`,
        'figure',
      );
      await receiver.close();
    },
  );
});

const publishOneEvent = async (
  { context, seed, spawn }: ProcessWorld,
  receiver: { url: string; secret: string },
) => {
  const api = await spawn('api');
  const client = new FieldInspection({ apiKey: seed.apiKey, baseUrl: api.baseUrl });
  const endpoint = await client.webhookEndpoints.create({ url: receiver.url });
  receiver.secret = endpoint.signing_secret;
  await client.sessions.create({ notes: 'crash' });
  await api.kill('SIGKILL');
  const delivery = await context.database.prisma.webhookDelivery.findFirstOrThrow();
  return { eventId: delivery.event_id, deliveryId: delivery.id };
};

const readDelivery = async ({ context: { database } }: ProcessWorld, id: string) => ({
  ...(await database.prisma.webhookDelivery.findFirstOrThrow({ where: { id } })),
  attempts: await database.prisma.webhookAttempt.findMany({
    where: { delivery_id: id },
    orderBy: { number: 'asc' },
  }),
});

/** The receiver tells when the worker reaches the armed point, and holds it there. */
const startReceiver = async (world: ProcessWorld) => {
  const point = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const server: Server = createServer(world.tls);
  const receiver = {
    url: '',
    secret: '',
    armed: undefined as Point | undefined,
    events: [] as { id: string }[],
    reached: point.promise,
    release: () => {
      receiver.armed = undefined;
      released.resolve();
    },
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
  const reach = (name: Point) => {
    if (receiver.armed === name) point.resolve();
  };
  server.on('connection', () => reach('claimed'));
  server.on('secureConnection', () => reach('connected'));
  server.on('request', async (request, response) => {
    const body = await text(request);
    if (receiver.secret)
      receiver.events.push(
        verifyWebhook({ body, headers: request.headers, secrets: [receiver.secret] }) as { id: string },
      );
    reach('body sent');
    if (receiver.armed === 'body sent') return released.promise.then(() => response.destroy());
    if (receiver.armed === 'before commit') await holdRow(world, released.promise);
    response.writeHead(204).end(() => reach('reply sent'));
    reach('before commit');
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.url = `https://localhost:${(server.address() as AddressInfo).port}/hooks`;
  return receiver;
};

/** The locked row keeps the worker from recording the attempt. */
const holdRow = async ({ databaseUrl }: ProcessWorld, released: Promise<void>): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('select 1 from webhook_deliveries for update');
  void released.then(() => client.end());
};

const waitUntil = async (condition: () => Promise<boolean>, withinMs: number): Promise<void> => {
  const deadline = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('it did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

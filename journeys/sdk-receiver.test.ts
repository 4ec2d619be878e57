import { createServer } from 'node:https';
import { FieldInspection } from '@field-inspection/sdk';
import { createMemoryDedupe, createWebhookHandler } from '@field-inspection/sdk/webhooks';
import { listenOnLoopback } from '@field-inspection/server/testing/listen-on-loopback';
import { openProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { expect, it } from 'vitest';

it("registers an endpoint that the SDK's own handler serves: ping, test fire, events, rotation", async () => {
  const world = await openProcessWorld();
  const secrets: string[] = [];
  const seen: { id: string; sequence: number; secretIndex: number }[] = [];
  const errors: unknown[] = [];
  const keep = (event: { id: string; sequence: number }, { secretIndex }: { secretIndex: number }) =>
    void seen.push({ id: event.id, sequence: event.sequence, secretIndex });
  const receiver = createServer(
    world.tls,
    createWebhookHandler({
      secrets: () => secrets,
      on: { 'session.created': keep },
      dedupe: createMemoryDedupe(),
      onError: (error) => void errors.push(error),
    }),
  );
  const { port, close } = await listenOnLoopback(receiver);
  try {
    const server = await world.spawn('all');
    const client = new FieldInspection({ apiKey: world.seed.apiKey, baseUrl: server.baseUrl });
    const url = `https://localhost:${port}/hooks`;

    const endpoint = await client.webhookEndpoints.create({ url });
    secrets.push(endpoint.signing_secret);
    const fired = await client.webhookEndpoints.test(endpoint.id);
    await client.sessions.create({});
    const rotated = await client.webhookEndpoints.update(endpoint.id, { rotate_secret: true });
    secrets.unshift(rotated.signing_secret!);
    await client.sessions.create({});
    // The old secret signs, too, until the overlap is over.
    secrets.shift();
    await client.sessions.create({});

    const deliveries = await untilDelivered(client, 4);
    expect(deliveries.find(({ id }) => id === fired.id)).toMatchObject({
      event_type: 'ping',
      response_status: 204,
    });
    expect(seen.map(({ sequence }) => sequence).sort()).toEqual([2, 3, 4]);
    expect(errors).toEqual([]);
    const redelivered = await client.webhookEvents.redeliver(deliveries[0]!.id);
    expect(redelivered.status).toBe('pending');
    await untilDelivered(client, 4);
    // The repeated event is acknowledged and not handled again.
    expect(seen).toHaveLength(3);
  } finally {
    await close();
    await world.close();
  }
});

const untilDelivered = async (client: FieldInspection, count: number) => {
  for (;;) {
    const { data } = await client.webhookEvents.list({ status: 'delivered' });
    if (data.length === count) return data;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

import type { FieldInspection } from '@field-inspection/sdk';
import { beforeEach } from 'vitest';
import type { Answer } from './open-stub-receivers.ts';
import type { OpenWorld, World } from './use-worlds.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** The waits before each attempt, the first included. */
export const SCHEDULE_MS = [0, 30_000, 300_000, HOUR_MS, 6 * HOUR_MS, DAY_MS];

type Given = {
  world: World;
  client: FieldInspection;
  endpoint: Awaited<ReturnType<FieldInspection['webhookEndpoints']['create']>>;
};

export const useEndpoint = (open: OpenWorld, give: (given: Given) => void) => {
  let given: Given;
  beforeEach(async () => {
    const world = await open();
    const { client } = world;
    // All tests share the receivers, so each listens at its own path.
    const url = `https://example.com/hooks/${crypto.randomUUID()}`;
    given = { world, client, endpoint: await client.webhookEndpoints.create({ url }) };
    give(given);
  });
  const deliver = (answer: Answer = 204) => given.world.deliver(given.endpoint.url, answer);
  return {
    deliver,
    fire: async () => (await given.client.webhookEndpoints.test(given.endpoint.id)).id,
    read: (id: string) => given.client.webhookEvents.get(id),
    explain: async (id: string) => {
      const { delivery: _delivery, ...explanation } = await given.client.webhookEvents.explain(id);
      return explanation;
    },
    exhaust: async () => {
      for (const delayMs of SCHEDULE_MS) {
        given.world.advance(delayMs);
        await deliver(500);
      }
    },
    now: () => given.world.now().toISOString(),
  };
};

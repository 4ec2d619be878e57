import { FieldInspection } from '@field-inspection/sdk';
import { joinByLink } from '@field-inspection/server/testing/join-by-link';
import { openProcessWorld, type ProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { seedOrganisation } from '@field-inspection/server/testing/seed-organisation';
import type { SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  listHostileKinds,
  type HostileCaller,
  type HostileTarget,
} from './hostile-requests/hostile-kinds.ts';

const COUNT = 6;
/** A heap half as large as a small host's: memory that grows without bounds ends the process. */
const HEAP = { NODE_OPTIONS: '--max-old-space-size=512' };
/** Hostile requests must be handled, and not refused for their number. */
const LIMITS = { UNAUTHENTICATED_RATE_LIMIT: '1000000', TRUST_PROXY_HOPS: '1' };

let world: ProcessWorld;
let api: SpawnedServer;
let worker: SpawnedServer;
let targets: Record<HostileCaller, HostileTarget>;
let askNeighbour: () => Promise<number>;

beforeAll(async () => {
  world = await openProcessWorld();
  api = await world.spawn('api', { ...HEAP, ...LIMITS });
  worker = await world.spawn('worker', HEAP);
  targets = await openTargets(api.baseUrl);
  askNeighbour = await openNeighbour(api.baseUrl);
});
afterAll(() => world.close());

const clientOf = (apiKey: string): FieldInspection =>
  new FieldInspection({ apiKey, baseUrl: api.baseUrl, maxRetries: 0 });

/** The organisation has an open session that is being recorded. */
const openTargets = async (baseUrl: string): Promise<typeof targets> => {
  const { apiKey } = world.seed;
  const client = clientOf(apiKey);
  const { id: sessionId } = await client.sessions.create({});
  const invite = await client.participants.create(sessionId, {});
  const { body } = await joinByLink(invite.join_url);
  const token = body.field_session_token;
  await fetch(`${baseUrl}/v1/field/consent`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ camera: 'granted', recording: 'granted' }),
  });
  await client.sessions.startRecording(sessionId);
  const at = { baseUrl, sessionId };
  return {
    nobody: { ...at, address: '10.9.0.1' },
    field: { ...at, address: '10.9.0.2', token },
    key: { ...at, address: '10.9.0.3', token: apiKey },
  };
};

const openNeighbour = async (baseUrl: string): Promise<() => Promise<number>> => {
  const { apiKey } = await seedOrganisation(world.context);
  const { id } = await clientOf(apiKey).sessions.create({});
  return async () => {
    const headers = { authorization: `Bearer ${apiKey}` };
    const response = await fetch(`${baseUrl}/api/v1/public/sessions/${id}`, { headers });
    await response.arrayBuffer();
    return response.status;
  };
};

describe('a small request that is to cost much', () => {
  it.each(listHostileKinds())(
    '$what, by $by: refused or kept, by a process that lives and answers the others',
    async ({ by, send }) => {
      let isOver = false;
      const attack = Promise.all(Array.from({ length: COUNT }, () => send(targets[by])));
      const over = attack.finally(() => (isOver = true)).catch(() => {});
      const neighbours: number[] = [];
      do neighbours.push(await askNeighbour());
      while (!isOver);
      await over;
      const answers = (await attack).flat();
      expect(answers).not.toContain(500);
      // At least one request was judged, rather than told to come again.
      expect(answers.filter((status) => status !== 429 && status !== 503)).not.toEqual([]);
      expect(new Set([...neighbours, await askNeighbour()])).toEqual(new Set([200]));
    },
  );

  it('ended no process, and none of them said that a request failed', async () => {
    for (const { baseUrl, exited, lines } of [api, worker]) {
      expect((await fetch(`${baseUrl}/livez`)).status).toBe(200);
      expect(await Promise.race([exited, 'lives'])).toBe('lives');
      expect(lines.filter((line) => line.includes('"request failed"'))).toEqual([]);
    }
  });
});

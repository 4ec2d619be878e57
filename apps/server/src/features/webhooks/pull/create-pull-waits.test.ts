import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { createPullWaits, type PullWait } from './create-pull-waits.ts';

let server: TestServer;
let endpointId: string;
let credentialId: string;

beforeAll(async () => {
  server = await startTestServer();
  endpointId = (await server.client.webhookEndpoints.create({ kind: 'pull' })).id;
  const where = { organisation_id: server.seed.organisationId };
  credentialId = (await server.context.database.prisma.credential.findFirstOrThrow({ where })).id;
});
afterAll(() => server.close());

const wish = (change: Partial<PullWait> = {}): PullWait => ({
  organisationId: server.seed.organisationId,
  endpointId,
  credentialId,
  address: null,
  afterSequence: 0,
  waitMs: 20_000,
  signal: new AbortController().signal,
  ...change,
});

describe('what waits', () => {
  test('ends when the process is to stop, so that no stop waits for it', async () => {
    let isDraining = false;
    const waits = createPullWaits(server.context, { isDraining: () => isDraining });
    const startedMs = performance.now();
    const waiting = waits.wait(wish());
    isDraining = true;
    await waiting;
    await waits.wait(wish());
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });

  test('ends when its client hangs up, and makes room for another', async () => {
    const waits = createPullWaits(server.context, { isDraining: () => false });
    const hungUp = new AbortController();
    const all = Array.from({ length: 50 }, () => waits.wait(wish({ signal: hungUp.signal })));
    const refused = { code: 'rate_limited', headers: { 'Retry-After': '20' } };
    await expect(waits.wait(wish())).rejects.toMatchObject(refused);
    const other = waits.wait(wish({ organisationId: endpointId, waitMs: 50 }));
    await expect(other).resolves.toBeUndefined();
    hungUp.abort();
    await Promise.all(all);
    await expect(waits.wait(wish({ waitMs: 1 }))).resolves.toBeUndefined();
  });
});

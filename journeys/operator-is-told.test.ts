import { FieldInspection } from '@field-inspection/sdk';
import { openProcessWorld, type ProcessWorld } from '@field-inspection/server/testing/open-process-world';
import type { SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';

let world: ProcessWorld;
beforeEach(async () => void (world = await openProcessWorld()));
afterEach(() => world.close());

/** Probes run every 5 seconds. */
const PATIENCE = { timeout: 20_000, interval: 500 };

const readyz = async ({ baseUrl }: SpawnedServer) => {
  const response = await fetch(`${baseUrl}/readyz`);
  return [response.status, await response.text()];
};

const readMetrics = async ({ baseUrl }: SpawnedServer): Promise<string> => {
  const response = await fetch(`${baseUrl}/metrics`, {
    headers: { authorization: 'Bearer test-metrics-token' },
  });
  expect(response.status).toBe(200);
  return response.text();
};

it('/readyz says that nothing can be written under DATA_DIR, in words, and so do the metrics and the log', async () => {
  const server = await world.spawnOnFullDisk('worker', 512);
  expect(await readyz(server)).toEqual([503, 'unavailable\nobjects has no room left on its disk (EFBIG)\n']);
  expect(await readMetrics(server)).toMatch(/^part_ready\{part="objects"\} 0$/m);
  // A line of the log is written up to 50 ms after its event.
  await expect
    .poll(() => server.lines.join('\n'), PATIENCE)
    .toMatch(/"part":"objects","causes":\[.*"code":"EFBIG"/);
});

it('/readyz says that the database may only be read, and when it takes writes again', async () => {
  const server = await world.spawn('api');
  expect(await readyz(server)).toEqual([200, 'ok\n']);
  await setReadOnly(world, 'on');
  await expect
    .poll(() => readyz(server), PATIENCE)
    .toEqual([503, 'unavailable\ndatabase may only be read (25006)\n']);
  expect(await readMetrics(server)).toMatch(/^part_ready\{part="database"\} 0$/m);
  await setReadOnly(world, 'off');
  await expect.poll(() => readyz(server), PATIENCE).toEqual([200, 'ok\n']);
});

it('a process that only runs jobs serves /livez, /readyz and /metrics, and nothing else', async () => {
  const api = await world.spawn('api');
  const worker = await world.spawn('worker');
  const statusOf = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${worker.baseUrl}${path}`, init)).status;
  expect(await statusOf('/livez')).toBe(200);
  expect(await statusOf('/readyz')).toBe(200);
  expect(await statusOf('/metrics')).toBe(401);
  const client = new FieldInspection({ apiKey: world.seed.apiKey, baseUrl: api.baseUrl });
  await client.sessions.create({});
  const metrics = await readMetrics(worker);
  expect(metrics).toMatch(/^webhook_queue_depth\{state="due"\} 0$/m);
  expect(metrics).toMatch(/^process_cpu_seconds_total /m);
  const paths = ['/', '/docs', '/v1/openapi.json', '/join/x', '/v1/field/session', '/v1/field/uploads'];
  const bearer = { headers: { authorization: `Bearer ${world.seed.apiKey}` } };
  for (const path of [...paths, '/api/v1/public/sessions']) expect(await statusOf(path, bearer)).toBe(404);
  expect(await statusOf('/readyz', { method: 'POST' })).toBe(405);
  const exited = worker.kill('SIGTERM');
  expect(await exited).toBe(0);
});

it('two of them need two ports, and the second says which setting', async () => {
  const worker = await world.spawn('worker');
  const { port } = new URL(worker.baseUrl);
  await expect(world.spawn('worker', { WORKER_PORT: port })).rejects.toThrow(
    `WORKER_PORT: ${port} is in use; set another`,
  );
});

const setReadOnly = async ({ databaseUrl }: ProcessWorld, value: 'on' | 'off'): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const name = new URL(databaseUrl).pathname.slice(1);
  await client.query('set default_transaction_read_only = off');
  await client.query(`alter database ${name} set default_transaction_read_only = ${value}`);
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
};

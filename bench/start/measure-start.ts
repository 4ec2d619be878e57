import { setTimeout as sleep } from 'node:timers/promises';
import { FieldInspection } from '@field-inspection/sdk';
import type { Table } from '../../docs/pages/page.ts';
import { findFreePort } from '../../apps/server/src/testing/find-free-port.ts';
import { spawnServer } from '../../apps/server/src/testing/spawn-server.ts';
import { takePhoto } from '../../apps/server/src/testing/take-photo.ts';
import { inMiB, withRange } from '../harness/figures.ts';
import { createDatabase, RAISED_LIMITS, type BenchDatabase, type BenchWorld } from '../harness/open-world.ts';
import { inTurn, takeRounds, waitFor } from '../harness/turns.ts';
import { watchMemory } from '../harness/read-processes.ts';
import { joinWithConsent, moveIn, type Tenant } from '../stage/move-in.ts';

const ROLES = ['api', 'worker', 'all'] as const;
type Role = (typeof ROLES)[number];

const REST_MS = 3_000;
const AFTER_MS = 10_000;
const TENANTS = 4;
const AT_ONCE = 8;
const PHOTOS = 3;

/** Measures each role's time to be ready, and its memory before, under and after a load. */
export const measureStart = async (
  world: BenchWorld,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Table> => {
  const database = await world.openDatabase();
  const urlOf = (index: number) => world.receiver.urlOf(`/${index}`);
  const tenants = await moveIn(database.context, TENANTS, { urlOf });
  const times = await takeRounds(rounds, () => timeRoles(database.databaseUrl));
  console.error('a load on api and worker …');
  const apart = await measureMemory(database, { roles: ['api', 'worker'], tenants, seconds });
  console.error('a load on all …');
  const whole = await measureMemory(database, { roles: ['all'], tenants, seconds });
  return {
    head: [
      'process',
      'first start s',
      'later start s',
      'at rest MiB',
      'at most under load MiB',
      '10 s after MiB',
      'inspections in the load',
    ],
    rows: [...apart, ...whole].map(({ role, memoryBytes, inspections }) => [
      role,
      ...(['firstMs', 'laterMs'] as const).map((start) =>
        withRange(
          times.map((round) => round[role][start]),
          inSeconds,
        ),
      ),
      ...memoryBytes.map((bytes) => inMiB(bytes).replace(' MiB', '')),
      `${inspections}`,
    ]),
  };
};

const inSeconds = (ms: number): string => (ms / 1000).toFixed(2);

type Times = Record<Role, { firstMs: number; laterMs: number }>;

const timeRoles = async (databaseUrl: string): Promise<Times> => {
  const times = await inTurn(ROLES.length, async (place) => {
    const role = ROLES[place]!;
    const fresh = await createDatabase(databaseUrl, `start_${role}`);
    return [role, { firstMs: await timeStart(role, fresh), laterMs: await timeStart(role, fresh) }] as const;
  });
  return Object.fromEntries(times) as Times;
};

const timeStart = async (role: Role, databaseUrl: string): Promise<number> => {
  const port = await findFreePort();
  const beganMs = performance.now();
  const starting = spawnServer(role, { databaseUrl, port });
  // The wait for a process's first line reports a process that has ended.
  let isOver = false;
  starting.catch(() => (isOver = true));
  await waitFor('/readyz', async () => isOver || (await isReady(port)), { everyMs: 2 });
  const tookMs = performance.now() - beganMs;
  await (await starting).kill('SIGTERM');
  return tookMs;
};

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status === 200;
    },
    () => false,
  );

type Load = { roles: Role[]; tenants: Tenant[]; seconds: number };

/** `memoryBytes`: at rest, the peak under load, and some seconds after it. */
const measureMemory = async ({ spawn }: BenchDatabase, { roles, tenants, seconds }: Load) => {
  const servers = await inTurn(roles.length, (place) => spawn(roles[place]!, RAISED_LIMITS));
  await sleep(REST_MS);
  const working = workMixed(servers[0]!.baseUrl, { tenants, seconds });
  // The worker goes on for a while with the load's jobs.
  const done = working.then(() => sleep(AFTER_MS));
  const memory = await Promise.all(servers.map(({ pid }) => watchMemory(pid, () => done)));
  await Promise.all(servers.map((server) => server.kill()));
  const inspections = await working;
  return memory.map(({ startBytes, halvesBytes, endBytes }, place) => ({
    role: roles[place]!,
    memoryBytes: [startBytes, Math.max(...halvesBytes), endBytes],
    inspections,
  }));
};

const workMixed = async (
  baseUrl: string,
  { tenants, seconds }: { tenants: Tenant[]; seconds: number },
): Promise<number> => {
  const clients = tenants.map(({ apiKey }) => new FieldInspection({ apiKey, baseUrl }));
  const endMs = performance.now() + 1000 * seconds;
  let done = 0;
  const work = async (): Promise<void> => {
    while (performance.now() < endMs) await inspect(baseUrl, clients[done++ % clients.length]!);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return done;
};

const inspect = async (baseUrl: string, client: FieldInspection): Promise<void> => {
  const device = await joinWithConsent({ client, baseUrl });
  for (let photo = 0; photo < PHOTOS; photo++) {
    const { status } = await device.send('/photos', await takePhoto(), { 'content-type': 'image/jpeg' });
    if (status !== 201) throw new Error(`a photo was answered with ${status}`);
  }
  await client.sessions.get(device.sessionId);
  await client.sessions.list({ reference: 'ref-1' });
  await client.sessions.update(device.sessionId, { notes: 'Roof, north side', reference: 'ref-1' });
  await client.sessions.end(device.sessionId);
};

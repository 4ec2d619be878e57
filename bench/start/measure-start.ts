import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runDataDir } from '../../apps/server/src/testing/data-dir-of.ts';
import { findFreePort } from '../../apps/server/src/testing/find-free-port.ts';
import { spawnServer, type SpawnedServer } from '../../apps/server/src/testing/spawn-server.ts';
import type { BenchWorld } from '../open-bench-world.ts';
import { createDatabase } from '../stage/clone-database.ts';
import { moveIn, type Tenant } from '../stage/move-in.ts';
import { RAISED_LIMITS } from '../stage/raised-limits.ts';
import { readResident } from '../watch-memory.ts';
import { workMixed } from './work-mixed.ts';

export const ROLES = ['api', 'worker', 'all'] as const;
export type Role = (typeof ROLES)[number];

/** Resident bytes: at rest, at most under the load, and some seconds after it. */
export type Memory = { restBytes: number; loadedBytes: number; afterBytes: number };

export type RoleFigures = { firstMs: number[]; laterMs: number[]; memory: Memory };

export type Start = { roles: Record<Role, RoleFigures>; inspections: { apart: number; all: number } };

const REST_MS = 3_000;
const AFTER_MS = 10_000;
const EVERY_MS = 100;
const TENANTS = 4;

/** How long each role takes to be ready, and what memory it has before, under and after a load. */
export const measureStart = async (
  world: BenchWorld,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Start> => {
  const database = await world.openDatabase();
  const { databaseUrl } = database;
  const tenants: Tenant[] = [];
  while (tenants.length < TENANTS) {
    const place = tenants.length;
    tenants.push(await moveIn(database.context, (name) => world.receiver.urlOf(`/${place}/${name}`)));
  }
  const times = await measureTimes(databaseUrl, rounds);
  const directory = await mkdtemp(join(tmpdir(), 'fis-start-'));
  const caFile = join(directory, 'ca.pem');
  await writeFile(caFile, world.ca);
  const env = { ...RAISED_LIMITS, WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true', WEBHOOK_CA_FILE: caFile };
  const load = { databaseUrl, env, tenants, seconds };
  try {
    console.error('a load on api and worker …');
    const apart = await measureMemory(['api', 'worker'], load);
    console.error('a load on all …');
    const whole = await measureMemory(['all'], load);
    const [api, worker, all] = [...apart.memory, ...whole.memory];
    return {
      roles: {
        api: { ...times.api, memory: api! },
        worker: { ...times.worker, memory: worker! },
        all: { ...times.all, memory: all! },
      },
      inspections: { apart: apart.inspections, all: whole.inspections },
    };
  } finally {
    await database.close();
    await rm(directory, { recursive: true });
    await rm(runDataDir(databaseUrl), { recursive: true, force: true });
  }
};

type Times = Record<Role, Pick<RoleFigures, 'firstMs' | 'laterMs'>>;

const measureTimes = async (databaseUrl: string, rounds: number): Promise<Times> => {
  const empty = () => ({ firstMs: [] as number[], laterMs: [] as number[] });
  const times: Times = { api: empty(), worker: empty(), all: empty() };
  for (let round = 1; round <= rounds; round++) {
    console.error(`round ${round}: starts …`);
    for (const role of ROLES) {
      const fresh = await createDatabase(databaseUrl, `start_${role}`);
      times[role].firstMs.push(await timeStart(role, fresh));
      times[role].laterMs.push(await timeStart(role, fresh));
    }
  }
  return times;
};

/** Until the first 200 of /readyz, from before the process. */
const timeStart = async (role: Role, databaseUrl: string): Promise<number> => {
  const port = await findFreePort();
  const beganMs = performance.now();
  const starting = spawnServer(role, { databaseUrl, port });
  // A process that ends is reported by what waits for its first line.
  let isOver = false;
  starting.catch(() => (isOver = true));
  while (!isOver && !(await isReady(port))) await sleep(2);
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

type Load = { databaseUrl: string; env: Record<string, string>; tenants: Tenant[]; seconds: number };

const measureMemory = async (roles: Role[], { databaseUrl, env, tenants, seconds }: Load) => {
  const servers: SpawnedServer[] = [];
  try {
    for (const role of roles) servers.push(await spawnServer(role, { databaseUrl, env }));
    await sleep(REST_MS);
    const rest = servers.map(({ pid }) => readResident(pid));
    const most = [...rest];
    const sample = () =>
      servers.forEach(({ pid }, place) => (most[place] = Math.max(most[place]!, readResident(pid))));
    const sampling = setInterval(sample, EVERY_MS);
    let inspections: number;
    try {
      inspections = await workMixed(servers[0]!.baseUrl, { tenants, seconds });
      // What the load gave the worker to do goes on for a while.
      await sleep(AFTER_MS);
    } finally {
      clearInterval(sampling);
    }
    const memory = servers.map(({ pid }, place): Memory => ({
      restBytes: rest[place]!,
      loadedBytes: most[place]!,
      afterBytes: readResident(pid),
    }));
    return { memory, inspections };
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
  }
};

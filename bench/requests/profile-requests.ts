import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runDataDir } from '../../apps/server/src/testing/data-dir-of.ts';
import { spawnServer } from '../../apps/server/src/testing/spawn-server.ts';
import { repeatFor, sendLoad, takeEach } from '../load/send-load.ts';
import type { BenchWorld } from '../open-bench-world.ts';
import type { Table } from '../page/part.ts';
import { fillSessions } from '../stage/fill-sessions.ts';
import { moveIn, type Tenant } from '../stage/move-in.ts';
import { RAISED_LIMITS } from '../stage/raised-limits.ts';
import { groupSelfTime, type Profile } from './group-self-time.ts';
import { listReads } from './list-reads.ts';
import { listWrites } from './list-writes.ts';
import type { Sizes } from './round.ts';

const MANY = 32;
const CALLS_PER_SECOND = 500;
/** What is less than this is not shown. */
const LEAST_SHARE = 0.01;

/** For each kind of call, the libraries by the share of the time that the server computes. */
export const profileRequests = async (world: BenchWorld, sizes: Sizes): Promise<Table[]> => {
  const database = await world.openDatabase();
  const { databaseUrl } = database;
  const tenants: Tenant[] = [];
  while (tenants.length < sizes.organisations) tenants.push(await moveIn(database.context));
  await database.close();
  const organisationIds = tenants.map(({ organisationId }) => organisationId);
  await fillSessions(databaseUrl, { organisationIds, rows: sizes.rows });
  try {
    const shares: [string, Map<string, number>][] = [];
    for (const name of ['GET session', 'GET list, page 1', 'POST session']) {
      console.error(`profiling ${name} …`);
      const load = (baseUrl: string) => sendCalls(baseUrl, { name, tenants, sizes });
      shares.push([name, groupSelfTime(await profile(databaseUrl, load))]);
    }
    return [tabulate(shares)];
  } finally {
    await rm(runDataDir(databaseUrl), { recursive: true, force: true });
  }
};

type Calls = { name: string; tenants: Tenant[]; sizes: Sizes };

const sendCalls = async (baseUrl: string, { name, tenants, sizes }: Calls): Promise<void> => {
  const write = listWrites(tenants).find((each) => each.name === name);
  if (write) {
    const requests = await write.prepare(baseUrl, Math.round(3 * sizes.seconds * CALLS_PER_SECOND));
    await sendLoad(baseUrl, { atOnce: MANY, wanted: write.wanted, next: takeEach(requests) });
    return;
  }
  const reads = await listReads(baseUrl, { tenants, rows: sizes.rows });
  const { requests } = reads.find((each) => each.name === name)!;
  await sendLoad(baseUrl, { atOnce: MANY, wanted: 200, next: repeatFor(requests, 3 * sizes.seconds) });
};

/** The whole life of a server under such a load, its start included. */
const profile = async (databaseUrl: string, load: (baseUrl: string) => Promise<void>): Promise<Profile> => {
  const directory = await mkdtemp(join(tmpdir(), 'fis-profile-'));
  try {
    const env = { ...RAISED_LIMITS, NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${directory}` };
    const server = await spawnServer('api', { databaseUrl, env });
    const startedMs = performance.now();
    await load(server.baseUrl);
    const lastedMs = performance.now() - startedMs;
    await server.kill('SIGTERM');
    const files = await readdir(directory);
    const profiles = await Promise.all(
      files.map(async (file) => JSON.parse(await readFile(join(directory, file), 'utf8')) as Profile),
    );
    const [main] = profiles.toSorted((a, b) => b.samples.length - a.samples.length);
    return { ...main!, lastUs: lastedMs * 1000 };
  } finally {
    await rm(directory, { recursive: true });
  }
};

const tabulate = (shares: [string, Map<string, number>][]): Table => {
  const libraries = [...new Set(shares.flatMap(([, each]) => [...each.keys()]))];
  const rows = libraries
    .map((library) => ({ library, of: shares.map(([, each]) => each.get(library) ?? 0) }))
    .filter(({ of }) => Math.max(...of) >= LEAST_SHARE)
    .toSorted((a, b) => b.of[0]! - a.of[0]!);
  return {
    head: ['library', ...shares.map(([name]) => name)],
    rows: rows.map(({ library, of }) => [library, ...of.map((share) => `${(100 * share).toFixed(1)} %`)]),
  };
};

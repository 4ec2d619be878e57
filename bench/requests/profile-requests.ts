import { rm } from 'node:fs/promises';
import { runDataDir } from '../../apps/server/src/testing/data-dir-of.ts';
import { spawnServer } from '../../apps/server/src/testing/spawn-server.ts';
import { repeatFor, sendLoad, takeEach, type Phase } from '../load/send-load.ts';
import type { BenchWorld } from '../open-bench-world.ts';
import type { Table } from '../page/part.ts';
import { fillSessions } from '../stage/fill-sessions.ts';
import { moveIn, type Tenant } from '../stage/move-in.ts';
import { RAISED_LIMITS } from '../stage/raised-limits.ts';
import { groupSelfTime, type Profile } from './group-self-time.ts';
import { listReads } from './list-reads.ts';
import { listWrites } from './list-writes.ts';
import type { Sizes } from './round.ts';
import { INSPECTED, startProfiling } from './start-profiling.ts';

const PROFILED = ['GET session', 'GET list, page 1', 'POST session'];
const MANY = 32;
/** For each of --seconds. */
const HALF_OF_SECONDS = 3;
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
    for (const name of PROFILED) {
      console.error(`profiling ${name} …`);
      shares.push([name, groupSelfTime(await profile(databaseUrl, { name, tenants, sizes }))]);
    }
    return [tabulate(shares)];
  } finally {
    await rm(runDataDir(databaseUrl), { recursive: true, force: true });
  }
};

type Calls = { name: string; tenants: Tenant[]; sizes: Sizes };

/** Of the second half of the calls: by then what is hot is compiled. */
const profile = async (databaseUrl: string, calls: Calls): Promise<Profile> => {
  const server = await spawnServer('api', { databaseUrl, env: { ...RAISED_LIMITS, ...INSPECTED } });
  try {
    const send = await prepareCalls(server.baseUrl, calls);
    await send();
    const stop = await startProfiling(server);
    await send();
    return await stop();
  } finally {
    await server.kill();
  }
};

/** Gives what sends one half. */
const prepareCalls = async (
  baseUrl: string,
  { name, tenants, sizes }: Calls,
): Promise<() => Promise<Phase>> => {
  const write = listWrites(tenants).find((each) => each.name === name);
  const seconds = HALF_OF_SECONDS * sizes.seconds;
  if (write) {
    const count = Math.round(seconds * CALLS_PER_SECOND);
    const requests = await write.prepare(baseUrl, 2 * count);
    const next = () => takeEach(requests.splice(0, count));
    return () => sendLoad(baseUrl, { atOnce: MANY, wanted: write.wanted, next: next() });
  }
  const reads = await listReads(baseUrl, { tenants, rows: sizes.rows });
  const { requests } = reads.find((each) => each.name === name)!;
  return () => sendLoad(baseUrl, { atOnce: MANY, wanted: 200, next: repeatFor(requests, seconds) });
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

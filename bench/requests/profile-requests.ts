import { once } from 'node:events';
import type { Table } from '../../docs/pages/page.ts';
import type { SpawnedServer } from '../../apps/server/src/testing/spawn-server.ts';
import { inPercent } from '../harness/figures.ts';
import { withApi, type BenchWorld } from '../harness/open-world.ts';
import type { Measured } from '../harness/run-bench.ts';
import { repeatFor, sendLoad, takeEach, type Phase } from '../load/send-load.ts';
import { fillSessions } from '../stage/fill-sessions.ts';
import { openMovedIn, type Tenant } from '../stage/move-in.ts';
import { groupSelfTime, type Profile } from './group-self-time.ts';
import { listReads } from './list-reads.ts';
import { listWrites } from './list-writes.ts';
import { MANY, type Sizes } from './measure-requests.ts';

const PROFILED = ['GET session', 'GET list, page 1', 'POST session'];
/** For each of --seconds. */
const HALF_OF_SECONDS = 3;
const CALLS_PER_SECOND = 500;
/** A library with less than this is not shown. */
const LEAST_SHARE = 0.01;
const EVERY_US = 500;
/** A server that is started with this can be profiled. */
const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/** For each kind of call, the libraries by the share of the time that the server computes. */
export const profileRequests = async (world: BenchWorld, sizes: Sizes): Promise<Measured> => {
  const { databaseUrl, tenants, organisationIds } = await openMovedIn(world, sizes.organisations);
  await fillSessions(databaseUrl, { organisationIds, rows: sizes.sessions });
  const shares: [string, Map<string, number>][] = [];
  for (const name of PROFILED) {
    console.error(`profiling ${name} …`);
    shares.push([name, groupSelfTime(await profile(databaseUrl, { name, tenants, sizes }))]);
  }
  return { tables: [tabulate(shares)] };
};

type Calls = { name: string; tenants: Tenant[]; sizes: Sizes };

/** Profiles the second half of the calls: by then V8 has compiled what is hot. */
const profile = (databaseUrl: string, calls: Calls): Promise<Profile> =>
  withApi({ databaseUrl, env: INSPECTED }, async (server) => {
    const send = await prepareCalls(server.baseUrl, calls);
    await send();
    const stop = await startProfiling(server);
    await send();
    return stop();
  });

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
  const reads = await listReads(baseUrl, { tenants, sessions: sizes.sessions });
  const { requests } = reads.find((each) => each.name === name)!;
  return () => sendLoad(baseUrl, { atOnce: MANY, wanted: 200, next: repeatFor(requests, seconds) });
};

/** Samples what a server does from now on, until the profile is asked for (Chrome DevTools Protocol, Profiler). */
const startProfiling = async ({ lines }: SpawnedServer): Promise<() => Promise<Profile>> => {
  const address = lines.join('\n').match(/ws:\/\/\S+/)?.[0];
  if (address === undefined) throw new Error('The server does not say where it can be inspected.');
  const socket = new WebSocket(address);
  await once(socket, 'open');
  let calls = 0;
  const ask = async (method: string, params = {}): Promise<unknown> => {
    const id = ++calls;
    socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [{ data }] = (await once(socket, 'message')) as [{ data: string }];
      const reply = JSON.parse(data) as { id?: number; result?: unknown };
      if (reply.id === id) return reply.result;
    }
  };
  await ask('Profiler.enable');
  await ask('Profiler.setSamplingInterval', { interval: EVERY_US });
  await ask('Profiler.start');
  return async () => {
    const { profile } = (await ask('Profiler.stop')) as { profile: Profile };
    socket.close();
    return profile;
  };
};

const tabulate = (shares: [string, Map<string, number>][]): Table => {
  const libraries = [...new Set(shares.flatMap(([, each]) => [...each.keys()]))];
  const rows = libraries
    .map((library) => ({ library, of: shares.map(([, each]) => each.get(library) ?? 0) }))
    .filter(({ of }) => Math.max(...of) >= LEAST_SHARE)
    .toSorted((a, b) => b.of[0]! - a.of[0]!);
  return {
    head: ['library', ...shares.map(([name]) => name)],
    rows: rows.map(({ library, of }) => [library, ...of.map(inPercent)]),
  };
};

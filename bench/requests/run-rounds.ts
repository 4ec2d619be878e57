import type pg from 'pg';
import { spawnServer } from '../../apps/server/src/testing/spawn-server.ts';
import { repeatFor, sendLoad, takeEach } from '../load/send-load.ts';
import { withProcessorTime } from '../load/with-processor-time.ts';
import { cloneDatabase } from '../stage/clone-database.ts';
import type { Tenant } from '../stage/move-in.ts';
import { RAISED_LIMITS } from '../stage/raised-limits.ts';
import { listReads, type ReadCase } from './list-reads.ts';
import { listWrites, type WriteCase } from './list-writes.ts';
import { countTrips } from './record-calls.ts';
import type { Recorded } from './record-all.ts';
import { openReplay } from './replay.ts';
import { countsOf, type Measured, type Requests, type Round, type Sizes } from './round.ts';
import { fillInValues, runPgbench } from './run-pgbench.ts';
import { startBareServer } from './start-bare-server.ts';

type Stage = {
  databaseUrl: string;
  postmaster: number;
  tenants: Tenant[];
  recorded: Recorded;
  sizes: Sizes;
};

const MANY = 32;
const BY_PGBENCH = ['GET session', 'GET list, page 1'];
/** Of the time that 32 at a time are measured for. */
const SINGLE_SHARE = 0.4;
/** What is hot is compiled by then, of the service, too, which has far more of it than what stands beside it. */
const WARM_UP_SECONDS = 3;

/** The cases by turns, each beside its limit, as many rounds as wanted. */
export const runRounds = async (stage: Stage): Promise<Requests> => {
  const { databaseUrl, tenants, recorded, sizes } = stage;
  const server = await spawnServer('api', { databaseUrl, env: RAISED_LIMITS });
  const all = await listReads(server.baseUrl, { tenants, rows: sizes.rows });
  const bare = await startBareServer(databaseUrl, all);
  try {
    const reads = all.filter(({ name }) => name.includes(sizes.only));
    const writes = listWrites(tenants).filter(({ name }) => name.includes(sizes.only));
    const countOf = (name: string) => countTrips(recorded.calls.get(name)!);
    const cases: (Measured & { run: () => Promise<Round> })[] = [];
    for (const read of reads) {
      const run = readRound(stage, { read, server, bare: { ...bare, requests: bare.requestsOf(read) } });
      await run.warmUp();
      cases.push({ name: read.name, limit: 'bare handler', counted: countOf(read.name), rounds: [], ...run });
    }
    for (const write of writes) {
      console.error(`making ready: ${write.name} …`);
      const run = await writeRound(stage, { write, server });
      cases.push({
        name: write.name,
        limit: 'prepared replay',
        counted: countOf(write.name),
        rounds: [],
        run,
      });
    }
    const bench = reads.filter(({ name }) => BY_PGBENCH.includes(name));
    const pgbench = bench.map(({ name }) => ({ what: name, perSecond: [] as number[] }));
    for (let round = 1; round <= sizes.rounds; round++) {
      for (const each of cases) {
        console.error(`round ${round}: ${each.name} …`);
        each.rounds.push(await each.run());
      }
      bench.forEach((read, place) => pgbench[place]!.perSecond.push(...benchQuery(stage, read)));
    }
    return {
      cases: cases.map(({ name, limit, counted, rounds }) => ({ name, limit, counted, rounds })),
      pgbench,
    };
  } finally {
    bare.stop();
    await server.kill();
  }
};

type Served = { baseUrl: string; pid: number };

const readRound = (
  { postmaster, sizes: { seconds } }: Stage,
  { read, server, bare }: { read: ReadCase; server: Served; bare: Served & { requests: Buffer[] } },
): { warmUp: () => Promise<void>; run: () => Promise<Round> } => {
  const measure = ({ baseUrl, pid }: Served, requests: Buffer[]) => ({
    warmUp: () =>
      sendLoad(baseUrl, { atOnce: MANY, wanted: 200, next: repeatFor(requests, WARM_UP_SECONDS) }),
    many: () =>
      withProcessorTime({ server: pid, postmaster }, () =>
        sendLoad(baseUrl, { atOnce: MANY, wanted: 200, next: repeatFor(requests, seconds) }),
      ),
    one: () =>
      sendLoad(baseUrl, {
        atOnce: 1,
        wanted: 200,
        next: repeatFor(requests, seconds * SINGLE_SHARE),
      }),
  });
  const service = measure(server, read.requests);
  const beside = measure(bare, bare.requests);
  return {
    warmUp: async () => {
      await service.warmUp();
      await beside.warmUp();
    },
    run: async () => ({
      many: await service.many(),
      besideMany: await beside.many(),
      one: await service.one(),
      besideOne: await beside.one(),
    }),
  };
};

const writeRound = async (
  { postmaster, recorded, sizes }: Stage,
  { write, server: { baseUrl, pid } }: { write: WriteCase; server: Served },
): Promise<() => Promise<Round>> => {
  const counts = countsOf(write, sizes.seconds);
  const needed = counts.warm + sizes.rounds * (counts.many + counts.one);
  const supply = await write.prepare(baseUrl, needed);
  const { wanted } = write;
  const send = (count: number, atOnce: number) =>
    sendLoad(baseUrl, { atOnce, wanted, next: takeEach(supply.splice(0, count)) });
  await send(counts.warm, MANY);
  const calls = recorded.calls.get(write.name)!;
  return async () => {
    const many = await withProcessorTime({ server: pid, postmaster }, () => send(counts.many, MANY));
    const one = await send(counts.one, 1);
    const url = await cloneDatabase(recorded.template, 'bench_replay');
    const replay = await openReplay(url);
    try {
      const before = await countEffect(replay.pool, write);
      const cut = counts.warm + counts.many;
      await replay.run(calls.slice(0, counts.warm), MANY);
      const besideMany = await withProcessorTime({ postmaster }, () =>
        replay.run(calls.slice(counts.warm, cut), MANY),
      );
      const besideOne = await replay.run(calls.slice(cut), 1);
      const done = (await countEffect(replay.pool, write)) - before;
      if (done !== calls.length) throw new Error(`${write.name}: ${done} of ${calls.length} took effect`);
      return { many, one, besideMany, besideOne };
    } finally {
      await replay.close();
    }
  };
};

const countEffect = async (pool: pg.Pool, { effect }: WriteCase): Promise<number> =>
  (await pool.query<{ count: number }>(effect)).rows[0]!.count;

const benchQuery = ({ databaseUrl, sizes }: Stage, { bare }: ReadCase): number[] => {
  const statement = fillInValues(bare.text, bare.requests[0]!);
  return [runPgbench(databaseUrl, { statement, atOnce: MANY, seconds: sizes.seconds }) ?? []].flat();
};

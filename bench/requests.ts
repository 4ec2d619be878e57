// node bench/requests.ts [--seconds 1] [--rounds 3] [--only GET] [--organisations 8] [--sessions 20000] [--write]: the
// calls of the API, each beside its limit in the same run. It ends with 1 when a limit is missed. A quick run:
// --seconds 0.2 --rounds 1.
import type pg from 'pg';
import { readParent } from './harness/read-processes.ts';
import { cloneDatabase, withApi, withClient, type BenchWorld } from './harness/open-world.ts';
import { readOptions, runInWorld, type Measured } from './harness/run-bench.ts';
import { takeRounds } from './harness/turns.ts';
import { repeatFor, sendLoad, takeEach, withProcessorTime } from './load/send-load.ts';
import { fillSessions } from './stage/fill-sessions.ts';
import { openMovedIn, type Tenant } from './stage/move-in.ts';
import { openReplay, startBareServer } from './requests/beside.ts';
import { countTrips, judgeRequests, listTables, type Case, type Round } from './requests/judge-requests.ts';
import { listReads, type ReadCase } from './requests/list-reads.ts';
import { countsOf, listWrites, type WriteCase } from './requests/list-writes.ts';
import { recordAll, type Recorded, type Sizes } from './requests/record-all.ts';

type Served = { baseUrl: string; pid: number };
type Stage = {
  databaseUrl: string;
  server: Served;
  postmaster: number;
  tenants: Tenant[];
  recorded: Recorded;
  sizes: Sizes;
};

const MANY = 32;
/** Calls in turn are measured for this share of the time of 32 at once. */
const SINGLE_SHARE = 0.4;
/** By then V8 has compiled the hot code, of which the service has far more than the bare server. */
const WARM_UP_SECONDS = 3;

const measureRequests = async (world: BenchWorld, sizes: Sizes): Promise<Measured> => {
  const { databaseUrl, tenants, organisationIds } = await openMovedIn(world, sizes.organisations);
  await fillSessions(databaseUrl, { organisationIds, rows: sizes.sessions });
  console.error('recording what the database is asked …');
  const recorded = await recordAll(await cloneDatabase(databaseUrl, 'bench_recorded'), tenants, sizes);
  const postmaster = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return readParent(rows[0]!.pid);
  });
  const cases = await withApi({ databaseUrl }, (server) =>
    runRounds({ databaseUrl, server, postmaster, tenants, recorded, sizes }),
  );
  return { tables: listTables(cases), findings: judgeRequests(cases) };
};

const runRounds = async (stage: Stage): Promise<Case[]> => {
  const { databaseUrl, server, tenants, recorded, sizes } = stage;
  const isWanted = ({ name }: { name: string }) => name.includes(sizes.only);
  const all = await listReads(server.baseUrl, { tenants, sessions: sizes.sessions });
  const bare = await startBareServer(databaseUrl, all);
  try {
    const cases: { measured: Case; run: () => Promise<Round> }[] = [];
    const add = (name: string, limit: Case['limit'], run: () => Promise<Round>) => {
      const counted = countTrips(recorded.calls.get(name)!);
      cases.push({ measured: { name, limit, counted, rounds: [] }, run });
    };
    for (const read of all.filter(isWanted))
      add(read.name, 'bare handler', await readRound(stage, read, bare));
    for (const write of listWrites(tenants).filter(isWanted)) {
      console.error(`making ready: ${write.name} …`);
      add(write.name, 'prepared replay', await writeRound(stage, write));
    }
    await takeRounds(sizes.rounds, async () => {
      for (const { measured, run } of cases) {
        console.error(`${measured.name} …`);
        measured.rounds.push(await run());
      }
    });
    return cases.map(({ measured }) => measured);
  } finally {
    bare.stop();
  }
};

type Bare = Served & { requestsOf: (read: ReadCase) => Buffer[] };

const readRound = async (
  { server, postmaster, sizes: { seconds } }: Stage,
  read: ReadCase,
  bare: Bare,
): Promise<() => Promise<Round>> => {
  const sides = {
    service: { ...server, requests: read.requests },
    bare: { ...bare, requests: bare.requestsOf(read) },
  };
  const send = (
    { baseUrl, requests }: { baseUrl: string; requests: Buffer[] },
    atOnce: number,
    forSeconds: number,
  ) => sendLoad(baseUrl, { atOnce, wanted: 200, next: repeatFor(requests, forSeconds) });
  const sendMany = (side: keyof typeof sides) =>
    withProcessorTime({ server: sides[side].pid, postmaster }, () => send(sides[side], MANY, seconds));
  const sendSingly = (side: keyof typeof sides) => send(sides[side], 1, seconds * SINGLE_SHARE);
  await send(sides.service, MANY, WARM_UP_SECONDS);
  await send(sides.bare, MANY, WARM_UP_SECONDS);
  return async () => ({
    many: await sendMany('service'),
    besideMany: await sendMany('bare'),
    one: await sendSingly('service'),
    besideOne: await sendSingly('bare'),
  });
};

const writeRound = async (
  { server: { baseUrl, pid }, postmaster, recorded, sizes }: Stage,
  write: WriteCase,
): Promise<() => Promise<Round>> => {
  const counts = countsOf(write, sizes.seconds);
  const supply = await write.prepare(baseUrl, counts.warm + sizes.rounds * (counts.many + counts.one));
  const send = (count: number, atOnce: number) =>
    sendLoad(baseUrl, { atOnce, wanted: write.wanted, next: takeEach(supply.splice(0, count)) });
  await send(counts.warm, MANY);
  const calls = recorded.calls.get(write.name)!;
  return async () => {
    const many = await withProcessorTime({ server: pid, postmaster }, () => send(counts.many, MANY));
    const one = await send(counts.one, 1);
    const replay = openReplay(await cloneDatabase(recorded.template, 'bench_replay'));
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

const countEffect = async (pool: pg.Pool, { effect }: WriteCase): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${effect}`);
  return rows[0]!.count;
};

const usual = { seconds: 1, rounds: 3, organisations: 8, sessions: 20_000, only: '' };
const { write, ...sizes } = readOptions({ ...usual, write: false });

await runInWorld((world) => measureRequests(world, sizes), { part: 'requests', write });

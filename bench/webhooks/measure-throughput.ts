import { publishTestEvent } from '../../apps/server/src/testing/publish-test-event.ts';
import {
  inPercent,
  judgeAtLeast,
  judgeAtMost,
  medianOf,
  perSecond,
  tell,
  type Finding,
} from '../harness/figures.ts';
import type { BenchDatabase, BenchWorld } from '../harness/open-world.ts';
import { startChild } from '../harness/start-child.ts';
import { takeRounds, waitFor } from '../harness/turns.ts';
import { moveIn } from '../stage/move-in.ts';

const BARE_CONCURRENCY = 64;
const BARE_SECONDS = 4;
const ROUNDS = 3;
const TENANTS = 40;
const ENDPOINTS = 10;
/** So many that each worker is warm for half of the time: V8 takes some 30 000 deliveries. */
const EVENTS_PER_WORKER = 150;
const RATIO_LIMIT = 0.25;
/** A process must make it on any machine: it is a tenth below the rate when the queue replaced the jobs. */
const PER_SECOND_LIMIT = 5_500;
const COMMITS_LIMIT = 3;

/**
 * Deliveries of worker processes, one as it comes and one for each of two processors, beside what one process can sign
 * and send without writing anything down, and with one row for each. They take turns, and the middle round counts.
 */
export const measureThroughput = async (world: BenchWorld): Promise<Finding[]> => [
  ...(await compare(world, 1)),
  ...(await compare(world, 2)),
];

const compare = async (world: BenchWorld, workers: number): Promise<Finding[]> => {
  const events = EVENTS_PER_WORKER * workers;
  const { database, drain } = await openBacklogs(world, { tenants: TENANTS, events, workers });
  const rounds = await takeRounds(ROUNDS, async () => ({
    bare: await runBareLoop(world),
    ...(await drain()),
    written: await runBareLoop(world, database.databaseUrl),
  }));
  await database.close();
  const middle = (valueOf: (round: (typeof rounds)[number]) => number) => medianOf(rounds.map(valueOf));
  const [rate, bare] = [middle(({ delivered }) => delivered), middle((round) => round.bare)];
  const [toBare, toWritten] = [
    middle((round) => round.delivered / round.bare),
    middle((round) => round.delivered / round.written),
  ];
  const what = `${TENANTS * ENDPOINTS * events} deliveries, ${workers} worker process${workers === 1 ? '' : 'es'}`;
  return [
    judgeAtLeast(what, rate, { least: PER_SECOND_LIMIT, inWords: perSecond }),
    tell(`a bare loop of undici and HMAC, ${BARE_CONCURRENCY} at a time`, perSecond(bare)),
    judgeAtLeast(`${what}: worker to bare loop`, toBare, {
      least: RATIO_LIMIT,
      inWords: inPercent,
      limit: `${inPercent(RATIO_LIMIT)}, aim 40 %`,
    }),
    tell(`${what}: worker to a bare loop that inserts one row each`, inPercent(toWritten)),
    judgeAtMost(
      `${what}: commits per delivery (claim, record, completion, all batched)`,
      middle(({ commits }) => commits),
      { most: COMMITS_LIMIT, inWords: (commits) => commits.toFixed(2) },
    ),
  ];
};

/** Requests per second of bare-loop.ts to the receiver; with a database, each is written down. */
const runBareLoop = async ({ receiver, ca }: BenchWorld, databaseUrl = ''): Promise<number> => {
  const { hear, stop } = startChild(new URL('bare-loop.ts', import.meta.url), {
    TARGET_URL: receiver.urlOf('/bare'),
    CA: ca,
    CONCURRENCY: `${BARE_CONCURRENCY}`,
    SECONDS: `${BARE_SECONDS}`,
    BARE_DATABASE_URL: databaseUrl,
  });
  const made = await hear<{ perSecond: number }>();
  stop();
  await receiver.take();
  return made.perSecond;
};

/** Without a delivery: a busy machine takes long, and goes on. */
const PATIENCE_MS = 30_000;

/** Organisations of ten endpoints. `drain` makes a backlog of so many events each, and starts workers on it. */
export const openBacklogs = async (
  world: BenchWorld,
  load: { tenants: number; events: number; workers?: number },
) => {
  const database = await world.openDatabase();
  const urlOf = (index: number) => world.receiver.urlOf(`/fast/${index}`);
  const tenants = await moveIn(database.context, load.tenants, { endpoints: ENDPOINTS, urlOf });
  const total = load.tenants * ENDPOINTS * load.events;
  const drain = async () => {
    for (let event = 0; event < load.events; event++) {
      for (const { organisationId } of tenants) await publishTestEvent(database.context, organisationId);
    }
    await database.context.database.pool.query('checkpoint');
    await world.receiver.take();
    const commitsBefore = await countCommits(database);
    const workers = await Promise.all(
      Array.from({ length: load.workers ?? 1 }, () => database.spawn('worker')),
    );
    let [count, deadlineMs] = [0, performance.now() + PATIENCE_MS];
    await waitFor('all deliveries', async () => {
      const now = await world.receiver.count();
      if (now > count) deadlineMs = performance.now() + PATIENCE_MS;
      count = now;
      return count >= total || performance.now() > deadlineMs;
    });
    await Promise.all(workers.map((worker) => worker.kill('SIGTERM')));
    const times = (await world.receiver.take()).map(({ atMs }) => atMs).sort((a, b) => a - b);
    if (times.length < total) throw new Error(`${times.length} of ${total} deliveries arrived`);
    // After the start, for which V8 takes some 30 000 deliveries, and before the end.
    const [first, last] = [0.5, 0.95].map((share) => Math.floor(share * total)) as [number, number];
    return {
      delivered: (last - first) / ((times[last]! - times[first]!) / 1000),
      commits: ((await countCommits(database)) - commitsBefore) / total,
    };
  };
  return { database, tenants, drain };
};

const countCommits = async ({ context }: BenchDatabase): Promise<number> => {
  const { rows } = await context.database.pool.query<{ commits: string }>(
    `select xact_commit as commits from pg_stat_database
      where datname = current_database() and pg_stat_force_next_flush() is not null`,
  );
  return Number(rows[0]!.commits);
};

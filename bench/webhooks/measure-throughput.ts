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
import { moveIn, type Tenant } from '../stage/move-in.ts';

const BARE_CONCURRENCY = 64;
const BARE_SECONDS = 4;
const ROUNDS = 3;
const TENANTS = 40;
const ENDPOINTS = 10;
/** Each worker is warm for half of the time: V8 takes some 30 000 deliveries. */
const EVENTS_PER_WORKER = 150;
const RATIO_LIMIT = 0.25;
/** A process must make it on any machine: it is a tenth below the rate measured when the queue replaced the jobs. */
const PER_SECOND_LIMIT = 5_500;
const COMMITS_LIMIT = 3;

/**
 * Compares one worker process, and one for each of two processors, with what a process can sign and send without
 * writing anything down. They take turns, and the middle round counts.
 */
export const measureThroughput = async (world: BenchWorld): Promise<Finding[]> => [
  ...(await compare(world, 1)),
  ...(await compare(world, 2)),
];

const compare = async (world: BenchWorld, workers: number): Promise<Finding[]> => {
  const database = await world.openDatabase();
  const urlOf = (index: number) => world.receiver.urlOf(`/fast/${index}`);
  const tenants = await moveIn(database.context, TENANTS, { endpoints: ENDPOINTS, urlOf });
  const rounds = await takeRounds(ROUNDS, async () => {
    const bare = await runBareLoop(world);
    const drained = await drainBacklog(world, database, { tenants, workers });
    return { ...drained, bare, ratio: drained.delivered / bare };
  });
  await database.close();
  const middle = (figure: keyof (typeof rounds)[number]) => medianOf(rounds.map((round) => round[figure]));
  const deliveries = TENANTS * ENDPOINTS * EVENTS_PER_WORKER * workers;
  const what = `${deliveries} deliveries, ${workers} worker process${workers === 1 ? '' : 'es'}`;
  return [
    judgeAtLeast(what, middle('delivered'), { least: PER_SECOND_LIMIT, inWords: perSecond }),
    tell(`a bare loop of undici and HMAC, ${BARE_CONCURRENCY} at a time`, perSecond(middle('bare'))),
    judgeAtLeast(`${what}: worker to bare loop`, middle('ratio'), {
      least: RATIO_LIMIT,
      inWords: inPercent,
      limit: `${inPercent(RATIO_LIMIT)}, aim 40 %`,
    }),
    judgeAtMost(`${what}: commits per delivery (claim, record, completion, all batched)`, middle('commits'), {
      most: COMMITS_LIMIT,
      inWords: (commits) => commits.toFixed(2),
    }),
  ];
};

const runBareLoop = async ({ receiver, ca }: BenchWorld): Promise<number> => {
  const { hear, stop } = startChild(new URL('bare-loop.ts', import.meta.url), {
    TARGET_URL: receiver.urlOf('/bare'),
    CA: ca,
    CONCURRENCY: `${BARE_CONCURRENCY}`,
    SECONDS: `${BARE_SECONDS}`,
  });
  const made = await hear<{ perSecond: number }>();
  stop();
  await receiver.take();
  return made.perSecond;
};

/** Longest time without a delivery: a busy machine is slow, but goes on. */
const PATIENCE_MS = 30_000;

/**
 * Gives the deliveries a second in the second half of a backlog without its last twentieth: after the start, for which
 * V8 takes some 30 000 deliveries, and before the end.
 */
const drainBacklog = async (
  { receiver }: BenchWorld,
  database: BenchDatabase,
  { tenants, workers }: { tenants: Tenant[]; workers: number },
): Promise<{ delivered: number; commits: number }> => {
  const events = EVENTS_PER_WORKER * workers;
  const total = tenants.length * ENDPOINTS * events;
  for (let event = 0; event < events; event++) {
    for (const { organisationId } of tenants) await publishTestEvent(database.context, organisationId);
  }
  await database.context.database.pool.query('checkpoint');
  await receiver.take();
  const commitsBefore = await countCommits(database);
  const spawned = await Promise.all(Array.from({ length: workers }, () => database.spawn('worker')));
  let [count, deadlineMs] = [0, performance.now() + PATIENCE_MS];
  await waitFor('all deliveries', async () => {
    const now = await receiver.count();
    if (now > count) deadlineMs = performance.now() + PATIENCE_MS;
    count = now;
    return count >= total || performance.now() > deadlineMs;
  });
  await Promise.all(spawned.map((worker) => worker.kill('SIGTERM')));
  const times = (await receiver.take()).map(({ atMs }) => atMs).sort((a, b) => a - b);
  if (times.length < total) throw new Error(`${times.length} of ${total} deliveries arrived`);
  const [first, last] = [0.5, 0.95].map((share) => Math.floor(share * total)) as [number, number];
  return {
    delivered: (last - first) / ((times[last]! - times[first]!) / 1000),
    commits: ((await countCommits(database)) - commitsBefore) / total,
  };
};

const countCommits = async ({ context }: BenchDatabase): Promise<number> => {
  const { rows } = await context.database.pool.query<{ commits: string }>(
    `select xact_commit as commits from pg_stat_database
      where datname = current_database() and pg_stat_force_next_flush() is not null`,
  );
  return Number(rows[0]!.commits);
};

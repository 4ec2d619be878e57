import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import {
  inPercent,
  judgeAtLeast,
  judgeAtMost,
  medianOf,
  perSecond,
  tell,
  type Finding,
} from '../harness/figures.ts';
import type { BenchWorld } from '../harness/open-world.ts';
import { takeRounds } from '../harness/turns.ts';
import { moveIn } from '../stage/move-in.ts';
import { drainBacklog } from './drain-backlog.ts';

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
  const database = await world.openDatabase();
  const urlOf = (index: number) => world.receiver.urlOf(`/fast/${index}`);
  const tenants = await moveIn(database.context, TENANTS, { endpoints: ENDPOINTS, urlOf });
  const events = EVENTS_PER_WORKER * workers;
  const rounds = await takeRounds(ROUNDS, async () => ({
    bare: await runBareLoop(world),
    ...(await drainBacklog(database, world.receiver, { tenants, events, workers })),
    written: await runBareLoop(world, database.databaseUrl),
  }));
  await database.close();
  const middle = (valueOf: (round: (typeof rounds)[number]) => number) => medianOf(rounds.map(valueOf));
  const total = TENANTS * ENDPOINTS * events;
  const what = `${total} deliveries, ${workers} worker process${workers === 1 ? '' : 'es'}`;
  return [
    judgeAtLeast(
      what,
      middle((round) => round.delivered),
      { least: PER_SECOND_LIMIT, inWords: perSecond },
    ),
    tell(
      `a bare loop of undici and HMAC, ${BARE_CONCURRENCY} at a time`,
      perSecond(middle(({ bare }) => bare)),
    ),
    judgeAtLeast(
      `${what}: worker to bare loop`,
      middle(({ delivered, bare }) => delivered / bare),
      { least: RATIO_LIMIT, inWords: inPercent, limit: `${inPercent(RATIO_LIMIT)}, aim 40 %` },
    ),
    tell(
      `${what}: worker to a bare loop that inserts one row each`,
      inPercent(middle(({ delivered, written }) => delivered / written)),
    ),
    judgeAtMost(
      `${what}: commits per delivery (claim, record, completion, all batched)`,
      middle((round) => round.commits),
      { most: COMMITS_LIMIT, inWords: (commits) => commits.toFixed(2) },
    ),
  ];
};

/** Requests per second of bare-loop.ts to the receiver; with a database, each is written down. */
const runBareLoop = async ({ receiver, ca }: BenchWorld, databaseUrl = ''): Promise<number> => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('bare-loop.ts', import.meta.url))], {
    env: {
      PATH: process.env.PATH,
      TARGET_URL: receiver.urlOf('/bare'),
      CA: ca,
      CONCURRENCY: `${BARE_CONCURRENCY}`,
      SECONDS: `${BARE_SECONDS}`,
      DATABASE_URL: databaseUrl,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const made = JSON.parse(await text(child.stdout)) as { perSecond: number };
  await receiver.take();
  return made.perSecond;
};

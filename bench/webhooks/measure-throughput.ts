import { drainBacklog } from './drain-backlog.ts';
import { inPercent, perSecond, type Finding } from '../finding.ts';
import type { BenchWorld } from '../open-bench-world.ts';
import { openTenants } from './open-tenants.ts';
import { percentile } from '../percentile.ts';
import { runBareLoop } from './run-bare-loop.ts';

/** A worker as it comes, and one for each of two processors. */
const SETTINGS = [{ workers: 1 }, { workers: 2 }];
const BARE_CONCURRENCY = 64;
const ROUNDS = 3;
const TENANTS = 40;
const ENDPOINTS = 10;
/** So many that each worker is warm for half of the time: V8 takes some 30 000 deliveries. */
const EVENTS_PER_WORKER = 150;
const RATIO_LIMIT = 0.25;
/** Of one process, whatever the machine: a tenth below what it was when the queue replaced the jobs. */
const PER_SECOND_LIMIT = 5_500;
const STATEMENTS_LIMIT = 3;

/**
 * Deliveries of worker processes beside what one process can sign and send without writing anything down, and with
 * one row for each. They take turns, and the middle of the rounds counts.
 */
export const measureThroughput = async (world: BenchWorld): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const setting of SETTINGS) findings.push(...(await compare(world, setting)));
  return findings;
};

const compare = async (world: BenchWorld, { workers }: (typeof SETTINGS)[number]): Promise<Finding[]> => {
  const database = await world.openDatabase();
  const tenants = await openTenants(database.context, {
    organisations: TENANTS,
    endpoints: ENDPOINTS,
    urlOf: (index) => world.receiver.urlOf(`/fast/${index}`),
  });
  const events = EVENTS_PER_WORKER * workers;
  const rounds: { bare: number; written: number; worker: number; commits: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await runBareLoop(world, { concurrency: BARE_CONCURRENCY });
    const drained = await drainBacklog(database, world.receiver, { tenants, events, workers });
    const written = await runBareLoop(world, {
      concurrency: BARE_CONCURRENCY,
      databaseUrl: database.databaseUrl,
    });
    rounds.push({ bare, written, worker: drained.perSecond, commits: drained.commitsPerDelivery });
  }
  await database.close();
  const middle = (valueOf: (round: (typeof rounds)[number]) => number) =>
    percentile(rounds.map(valueOf), 0.5);
  const ratio = middle(({ worker, bare }) => worker / bare);
  const commits = middle((round) => round.commits);
  const total = TENANTS * ENDPOINTS * events;
  const what = `${total} deliveries, ${workers} worker process${workers === 1 ? '' : 'es'}`;
  return [
    {
      what,
      result: perSecond(middle((round) => round.worker)),
      limit: perSecond(PER_SECOND_LIMIT),
      holds: middle((round) => round.worker) >= PER_SECOND_LIMIT,
    },
    {
      what: `a bare loop of undici and HMAC, ${BARE_CONCURRENCY} at a time`,
      result: perSecond(middle((round) => round.bare)),
      limit: '',
      holds: null,
    },
    {
      what: `${what}: worker to bare loop`,
      result: inPercent(ratio),
      limit: `${inPercent(RATIO_LIMIT)}, aim 40 %`,
      holds: ratio >= RATIO_LIMIT,
    },
    {
      what: `${what}: worker to a bare loop that inserts one row each`,
      result: inPercent(middle(({ worker, written }) => worker / written)),
      limit: '',
      holds: null,
    },
    {
      what: `${what}: commits per delivery (claim, record, completion, all batched)`,
      result: commits.toFixed(2),
      limit: String(STATEMENTS_LIMIT),
      holds: commits <= STATEMENTS_LIMIT,
    },
  ];
};

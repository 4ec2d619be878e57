// node bench/queues.ts [--seconds 8] [--rounds 3] [--sessions 300000] [--write]: what one organisation waits beside
// another that has 64 of the slowest lists under way. It ends with 1 when the limit is missed.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { PUBLIC_ROOT } from '../packages/contract/src/laws/roots.ts';
import { percentile, type Counts } from './harness/figures.ts';
import { withApi, type BenchWorld } from './harness/open-world.ts';
import { readOptions, runInWorld } from './harness/run-bench.ts';
import { atTimes, takeRounds } from './harness/turns.ts';
import { composeRequest, openConnection, type Connection } from './load/connection.ts';
import { sendLoad, takeEach } from './load/send-load.ts';
import { fillSessions, listHardestFilters, nameSession } from './stage/fill-sessions.ts';
import { openMovedIn, type Tenant } from './stage/move-in.ts';
import { judgeQueues, type Queues, type Waits } from './judge-queues.ts';

const AT_ONCE = 64;
const PER_SECOND = 100;
const OTHERS_SESSIONS = 1_000;
const SETTLE_MS = 1_000;
const TRIALS = 5;

/** Measures one organisation's GETs alone, and beside another organisation with many of the slowest lists under way. */
const measureQueues = async (
  world: BenchWorld,
  { seconds, rounds, sessions }: { seconds: number; rounds: number; sessions: number },
): Promise<Queues> => {
  const { databaseUrl, tenants } = await openMovedIn(world, 2);
  const [crowd, other] = tenants as [Tenant, Tenant];
  await fillSessions(databaseUrl, { organisationIds: [crowd.organisationId], rows: sessions });
  await fillSessions(databaseUrl, { organisationIds: [other.organisationId], rows: OTHERS_SESSIONS });
  return withApi({ databaseUrl }, async ({ baseUrl }) => {
    const { request, ...worst } = await findWorst(baseUrl, crowd);
    const requests = listGets(other);
    await askSteadily(baseUrl, requests, 2);
    const done = await takeRounds(rounds, async () => {
      const alone = await askSteadily(baseUrl, requests, seconds);
      const stop = await crowdLists(baseUrl, request);
      await sleep(SETTLE_MS);
      const beside = await askSteadily(baseUrl, requests, seconds);
      const outcomes = await stop();
      await sleep(SETTLE_MS);
      return { alone, beside, outcomes };
    });
    return { worst, rounds: done };
  });
};

const SESSIONS = `${PUBLIC_ROOT}/sessions`;

const listGets = ({ apiKey }: Tenant): Buffer[] =>
  Array.from({ length: OTHERS_SESSIONS - 1 }, (_, turn) =>
    composeRequest({ method: 'GET', path: `${SESSIONS}/${nameSession(turn + 1)}`, token: apiKey }),
  );

const findWorst = async (baseUrl: string, { organisationId, apiKey }: Tenant) => {
  const found: { filter: string; request: Buffer; p50Ms: number }[] = [];
  for (const [filter, query] of Object.entries(listHardestFilters(organisationId))) {
    const path = `${SESSIONS}?limit=100&${query}`;
    const request = composeRequest({ method: 'GET', path, token: apiKey });
    const trials = Array.from({ length: TRIALS }, () => request);
    const load = { atOnce: 1, wanted: 200, next: takeEach(trials) };
    found.push({ filter, request, p50Ms: (await sendLoad(baseUrl, load)).p50Ms });
  }
  return found.toSorted((a, b) => b.p50Ms - a.p50Ms)[0]!;
};

const askSteadily = async (baseUrl: string, requests: Buffer[], seconds: number): Promise<Waits> => {
  const free: Connection[] = [];
  const tookMs: number[] = [];
  let refused = 0;
  // A late timer tells that this process itself is late.
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await atTimes({ perSecond: PER_SECOND, seconds }, async (turn) => {
    const sentMs = performance.now();
    const connection = free.pop() ?? (await openConnection(baseUrl));
    const { status } = await connection.ask(requests[turn % requests.length]!);
    tookMs.push(performance.now() - sentMs);
    if (status === 200) return free.push(connection);
    refused += 1;
    connection.close();
  });
  delay.disable();
  for (const connection of free) connection.close();
  const ownDelayMs = delay.percentile(99) / 1e6;
  return { p50Ms: percentile(tookMs, 0.5), p99Ms: percentile(tookMs, 0.99), refused, ownDelayMs };
};

/** Repeats the request, many at a time, until stopped; then tells how the calls ended. */
const crowdLists = async (baseUrl: string, request: Buffer): Promise<() => Promise<Counts>> => {
  const outcomes: Counts = {};
  let isOver = false;
  const work = async (): Promise<void> => {
    let connection = await openConnection(baseUrl);
    while (!isOver) {
      const outcome = await connection.ask(request).then(
        ({ status }) => `${status}`,
        () => 'no answer',
      );
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      // The service may close the connection of a refused call.
      if (outcome !== '200') {
        connection.close();
        connection = await openConnection(baseUrl);
      }
    }
    connection.close();
  };
  const working = Array.from({ length: AT_ONCE }, work);
  return async () => {
    isOver = true;
    await Promise.all(working);
    return outcomes;
  };
};

const { write, ...sizes } = readOptions({ seconds: 8, rounds: 3, sessions: 300_000, write: false });

await runInWorld(
  async (world) => ({
    findings: judgeQueues(await measureQueues(world, sizes)),
    on: [`${sizes.sessions} sessions`],
  }),
  { part: 'queues', write },
);

import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { PUBLIC_ROOT } from '../../packages/contract/src/laws/roots.ts';
import { runDataDir } from '../../apps/server/src/testing/data-dir-of.ts';
import { spawnServer } from '../../apps/server/src/testing/spawn-server.ts';
import { composeRequest } from '../load/compose-request.ts';
import { sendLoad, takeEach } from '../load/send-load.ts';
import type { BenchWorld } from '../open-bench-world.ts';
import { fillSessions } from '../stage/fill-sessions.ts';
import { listHardestFilters } from '../stage/hardest-filters.ts';
import { moveIn, type Tenant } from '../stage/move-in.ts';
import { RAISED_LIMITS } from '../stage/raised-limits.ts';
import { askSteadily, type Waits } from './ask-steadily.ts';
import { crowdLists } from './crowd-lists.ts';

export type Round = { alone: Waits; beside: Waits; outcomes: Record<string, number> };

export type Queues = {
  /** The filter that took longest, and its p50 when it was asked alone. */
  worst: { filter: string; p50Ms: number };
  rounds: Round[];
};

const AT_ONCE = 64;
const PER_SECOND = 100;
const OTHERS_SESSIONS = 1_000;
const SETTLE_MS = 1_000;
const TRIALS = 5;

/** GETs of one organisation, alone and beside another that has many of the slowest lists under way. */
export const measureQueues = async (
  world: BenchWorld,
  { seconds, rounds, rows }: { seconds: number; rounds: number; rows: number },
): Promise<Queues> => {
  const database = await world.openDatabase();
  const { databaseUrl, context } = database;
  const crowd = await moveIn(context);
  const other = await moveIn(context);
  await database.close();
  await fillSessions(databaseUrl, { organisationIds: [crowd.organisationId], rows });
  await fillSessions(databaseUrl, { organisationIds: [other.organisationId], rows: OTHERS_SESSIONS });
  const server = await spawnServer('api', { databaseUrl, env: RAISED_LIMITS });
  const { baseUrl } = server;
  try {
    const worst = await findWorst(baseUrl, crowd);
    const steady = () => askSteadily(baseUrl, { requests: listGets(other), perSecond: PER_SECOND, seconds });
    await askSteadily(baseUrl, { requests: listGets(other), perSecond: PER_SECOND, seconds: 2 });
    const done: Round[] = [];
    while (done.length < rounds) {
      console.error(`round ${done.length + 1}: alone …`);
      const alone = await steady();
      console.error(`round ${done.length + 1}: beside 64 lists by ${worst.filter} …`);
      const crowded = await crowdLists(baseUrl, { request: worst.request, atOnce: AT_ONCE });
      await sleep(SETTLE_MS);
      const beside = await steady();
      done.push({ alone, beside, outcomes: await crowded.stop() });
      await sleep(SETTLE_MS);
    }
    return { worst, rounds: done };
  } finally {
    await server.kill();
    await rm(runDataDir(databaseUrl), { recursive: true, force: true });
  }
};

const SESSIONS = `${PUBLIC_ROOT}/sessions`;

const listGets = ({ apiKey }: Tenant): Buffer[] =>
  Array.from({ length: OTHERS_SESSIONS - 1 }, (_, turn) => {
    const id = `00000000-0000-7000-8000-${(turn + 1).toString(16).padStart(12, '0')}`;
    return composeRequest({ method: 'GET', path: `${SESSIONS}/${id}`, token: apiKey });
  });

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

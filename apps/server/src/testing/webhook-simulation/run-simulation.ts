import type { Context } from '../../context.ts';
import { writeEffects } from '../../effects/write-effects.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { createIds } from '../../platform/ids.ts';
import { createTransact } from '../../platform/database/transact.ts';
import { createFakeClock, type FakeClock } from '../create-fake-clock.ts';
import { createFakePost } from '../create-fake-post.ts';
import { checkHistory } from './check-history.ts';
import { createChoices, type Choices } from './create-choices.ts';
import { openSimulatedTenant } from './open-simulated-tenant.ts';
import { createSimulatedWorker } from './simulated-worker.ts';
import { MOODS, type Mood } from './simulated-receiver.ts';
import { writeScript } from './simulation-script.ts';
import { say, type Simulation } from './simulation-state.ts';
import { answerSome, busyLanes, killWorker, startAttempts, sweep } from './simulation-steps.ts';

export type SimulationResult = { seed: number; trace: string[]; problems: string[] };

/** No other clock has this time, so that nothing depends on when the simulation runs. */
const START = new Date('2031-01-01T00:00:00.000Z');
const SWEEP_MS = 60_000;
/** More than the longest run: beyond these steps a run goes round in circles. */
const MAX_STEPS = 2_000;

/**
 * Endpoints, receivers, people, kills and several workers act on each other as the seed draws it, on a virtual clock
 * and a real database, by the code that serves: the same seed, the same run. Returns what happened and what should not
 * have. `databases`: one per worker process; nobody else uses them meanwhile.
 */
export const runSimulation = async (
  base: Context,
  { seed, databases }: { seed: number; databases: Database[] },
): Promise<SimulationResult> => {
  const simulation = await openSimulation(base, { seed, databases });
  const { history, trace, tenant, context } = simulation;
  const startMs = START.getTime();
  let steps = 0;
  while (steps < MAX_STEPS && (await takeStep(simulation, (words) => say(simulation, startMs, words))))
    steps += 1;
  if (steps === MAX_STEPS) history.violations.push(`did not come to an end in ${MAX_STEPS} steps`);
  return { seed, trace, problems: await checkHistory(context, tenant.organisationId, history) };
};

const openSimulation = async (
  base: Context,
  { seed, databases }: { seed: number; databases: Database[] },
): Promise<Simulation> => {
  const choices = createChoices(seed);
  const clock = createFakeClock(START);
  const contexts = databases.map((database) => createContextOf(base, { database, clock, seed }));
  const context = contexts[0]!;
  const tenant = await openSimulatedTenant(context, choices.between(1, 3));
  const workers = contexts.map((each, index) =>
    createSimulatedWorker(each, {
      name: `w${index}`,
      organisationId: tenant.organisationId,
      laneCount: choices.between(1, 4),
    }),
  );
  const moods = new Map(
    tenant.endpoints.map((endpoint) => [endpoint, choices.pick(Object.keys(MOODS) as Mood[])]),
  );
  const simulation: Simulation = {
    context,
    clock,
    choices,
    tenant,
    workers,
    moods,
    timers: [],
    mended: new Set(),
    killsLeft: choices.chance(0.6) ? choices.between(1, 2) : 0,
    history: { endpoints: tenant.endpoints, requests: [], killed: [], rescued: 0, violations: [] },
    trace: [],
  };
  simulation.timers = writeScript(simulation);
  return simulation;
};

const createContextOf = (
  base: Context,
  { database, clock, seed }: { database: Database; clock: FakeClock; seed: number },
): Context => {
  const random: Choices = createChoices(seed ^ 0x5eed);
  const { mailer, sms } = createFakePost();
  const transact = createTransact({ database, clock, writeEffects });
  return { ...base, database, clock, random, ids: createIds({ clock, random }), transact, mailer, sms };
};

type Say = (words: string) => void;

/** False when nothing is left that could happen. */
const takeStep = async (simulation: Simulation, tell: Say): Promise<boolean> => {
  const { choices, workers } = simulation;
  if (await runTimer(simulation, tell)) return true;
  const free = workers.filter(({ lanes }) => lanes.some(({ attempt }) => !attempt));
  const busy = workers.filter((worker) => busyLanes(worker).length > 0);
  if (free.length > 0 && (busy.length === 0 || choices.chance(0.6))) {
    const worker = choices.pick(free);
    const names = await startAttempts(simulation, worker);
    if (names.length > 0) tell(`${worker.name} starts ${names.join(', ')}`);
    if (names.length > 0) return true;
  }
  if (busy.length === 0) return moveOn(simulation, tell);
  const worker = choices.pick(busy);
  if (simulation.killsLeft > 0 && choices.chance(0.15)) {
    simulation.killsLeft -= 1;
    tell(`${worker.name} is killed: ${killWorker(simulation, worker).join(', ')}`);
    return true;
  }
  tell(`${worker.name} hears ${(await answerSome(simulation, worker)).join(', ')}`);
  return true;
};

const runTimer = async (simulation: Simulation, tell: Say): Promise<boolean> => {
  const nowMs = simulation.clock.now().getTime();
  const due = simulation.timers.filter(({ atMs }) => atMs <= nowMs).sort((a, b) => a.atMs - b.atMs)[0];
  if (!due) return false;
  simulation.timers.splice(simulation.timers.indexOf(due), 1);
  tell(due.word);
  await due.run();
  return true;
};

/** Nothing is under way: the sweep runs as it would have, and the clock goes on to the next timer. */
const moveOn = async (simulation: Simulation, tell: Say): Promise<boolean> => {
  const { clock, timers } = simulation;
  const nowMs = clock.now().getTime();
  const times = [...timers.map(({ atMs }) => atMs), ...(await nextWakeMs(simulation))];
  const nextMs = Math.min(...times);
  if (nextMs - nowMs > SWEEP_MS) {
    clock.advance(SWEEP_MS);
    const rescued = await sweep(simulation);
    if (rescued > 0) tell(`the sweep rescues ${rescued}`);
    if (rescued > 0) return true;
  }
  if (nextMs === Infinity) return wakeEndpoints(simulation, tell);
  clock.set(new Date(Math.max(nextMs, clock.now().getTime())));
  return true;
};

const nextWakeMs = async ({ context, tenant }: Simulation): Promise<number[]> => {
  const next = await context.database.prisma.dueEndpoint.findFirst({
    where: { organisation_id: tenant.organisationId },
    orderBy: { due_at: 'asc' },
  });
  return next ? [next.due_at.getTime()] : [];
};

/** At the end, most paused endpoints are mended, each once. */
const wakeEndpoints = async (simulation: Simulation, tell: Say): Promise<boolean> => {
  const { choices, moods, tenant, mended } = simulation;
  const paused = await simulation.context.database.prisma.webhookEndpoint.findMany({
    where: { organisation_id: tenant.organisationId, active: false, deleted_at: null },
  });
  const endpoint = tenant.endpoints.find(({ id }) => paused.some((row) => row.id === id) && !mended.has(id));
  if (!endpoint) return false;
  mended.add(endpoint.id);
  if (!choices.chance(0.8)) return true;
  moods.set(endpoint, 'healthy');
  tell(`somebody mends ${endpoint.name}`);
  await tenant.setActive(endpoint, true);
  return true;
};

import { MOODS, type Mood } from './simulated-receiver.ts';
import type { SimulatedTenant } from './open-simulated-tenant.ts';
import type { Simulation, Timer } from './simulation-state.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** The moments lie within a step of the schedule, around it, and long after it. */
const MOMENTS_MS = [
  0,
  0,
  SECOND_MS,
  25 * SECOND_MS,
  4 * MINUTE_MS,
  HOUR_MS,
  8 * HOUR_MS,
  32 * HOUR_MS,
  130 * HOUR_MS,
];

export const writeScript = (simulation: Simulation): Timer[] => {
  const { choices, clock } = simulation;
  const startMs = clock.now().getTime();
  const timers = Array.from({ length: choices.between(3, 9) }, () => {
    const atMs = startMs + choices.pick(MOMENTS_MS) + choices.below(2 * SECOND_MS);
    return { atMs, ...drawAction(simulation) };
  });
  return [{ atMs: startMs, ...publishSome(simulation.tenant, 1) }, ...timers];
};

const publishSome = (tenant: SimulatedTenant, count: number): Omit<Timer, 'atMs'> => ({
  word: `publish ${count}`,
  run: async () => {
    for (let published = 0; published < count; published++) await tenant.publish();
  },
});

const drawAction = ({ choices, tenant, moods }: Simulation): Omit<Timer, 'atMs'> => {
  const endpoint = choices.pick(tenant.endpoints);
  const act = (word: string, run: () => Promise<void>) => ({ word: `${word} ${endpoint.name}`, run });
  const kind = choices.below(100);
  if (kind < 45) return publishSome(tenant, choices.pick([1, 1, 2, 6]));
  if (kind < 55) return act('ping', () => tenant.ping(endpoint));
  if (kind < 65) return act('pause', () => tenant.setActive(endpoint, false));
  if (kind < 75) return act('resume', () => tenant.setActive(endpoint, true));
  if (kind < 87) return act('rotate', () => tenant.rotate(endpoint));
  if (kind < 90) return act('delete', () => tenant.remove(endpoint));
  const mood = choices.pick(Object.keys(MOODS) as Mood[]);
  return act(`${mood}:`, async () => void moods.set(endpoint, mood));
};

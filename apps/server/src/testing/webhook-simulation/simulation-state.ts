import type { Context } from '../../context.ts';
import type { FakeClock } from '../create-fake-clock.ts';
import type { Choices } from './create-choices.ts';
import type { SimulatedTenant } from './open-simulated-tenant.ts';
import type { SimulatedWorker } from './simulated-worker.ts';
import type { Mood } from './simulated-receiver.ts';
import type { History, KnownEndpoint } from './simulation-history.ts';

export type Timer = { atMs: number; word: string; run: () => Promise<void> };

export type Simulation = {
  context: Context;
  clock: FakeClock;
  choices: Choices;
  tenant: SimulatedTenant;
  workers: SimulatedWorker[];
  moods: Map<KnownEndpoint, Mood>;
  timers: Timer[];
  /** Somebody looked after these endpoints in the end. */
  mended: Set<string>;
  killsLeft: number;
  history: History;
  /** The seed determines the order and the words. */
  trace: string[];
};

export const say = ({ clock, trace }: Simulation, startMs: number, words: string): void => {
  trace.push(`${((clock.now().getTime() - startMs) / 1000).toFixed(3)} ${words}`);
};

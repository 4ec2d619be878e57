import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from './dice.ts';
import type { SoakWorld } from './open-soak-world.ts';
import type { Process, Return } from './processes.ts';

/** Five minutes: more than a signature's time may be off, less than the life of anything kept. */
const MAX_SKEW_MS = 300_000;
/** Less than a photo, more than a line of the log. */
const SMALL_FILE_BYTES = 1_024;

type Fault = (world: SoakWorld, dice: Dice) => Promise<void>;

const comeBack = async (
  { processes }: SoakWorld,
  process: Process,
  { signal, how = {}, downMs = 0 }: { signal: 'SIGKILL' | 'SIGTERM'; how?: Return; downMs?: number },
): Promise<void> => {
  await processes.end(process, signal);
  await sleep(downMs);
  await processes.start(process, how);
};

/** Each fault lasts until it is mended. */
const FAULTS = {
  'an API process is killed': (world, dice) =>
    comeBack(world, dice.pick(world.processes.apis), { signal: 'SIGKILL', downMs: dice.below(500) }),
  'a worker is killed': (world, dice) =>
    comeBack(world, dice.pick(world.processes.workers), { signal: 'SIGKILL', downMs: dice.below(500) }),
  'a process is replaced': (world, dice) =>
    comeBack(world, dice.pick(world.processes.all), { signal: 'SIGTERM' }),
  'a clock is wrong': (world, dice) =>
    comeBack(world, dice.pick(world.processes.all), {
      signal: 'SIGKILL',
      how: { skewMs: dice.below(2 * MAX_SKEW_MS) - MAX_SKEW_MS },
    }),
  'PostgreSQL restarts': ({ postgres }) => postgres.stop('fast').then(postgres.start),
  'PostgreSQL ends at once and recovers': ({ postgres }) => postgres.stop('immediate').then(postgres.start),
  'connections to PostgreSQL are cut': async ({ way }) => {
    way.cut();
    way.mend();
  },
  'PostgreSQL is silent': async ({ way }, dice) => {
    way.freeze();
    await sleep(500 + dice.below(4_000));
    way.thaw();
  },
  'the disk is full': async (world, dice) => {
    const process = dice.pick(world.processes.apis);
    await comeBack(world, process, { signal: 'SIGKILL', how: { maxFileBytes: SMALL_FILE_BYTES } });
    await sleep(500 + dice.below(1_500));
    await comeBack(world, process, { signal: 'SIGKILL' });
  },
  'receivers are down': async ({ receiver }, dice) => {
    receiver.become('down');
    await sleep(500 + dice.below(2_000));
    receiver.become('moody');
  },
  'mail is refused': async ({ mail }, dice) => {
    mail.refuse(true);
    await sleep(500 + dice.below(2_000));
    mail.refuse(false);
  },
  'the timestamp authority fails': async ({ tsa }, dice) => {
    tsa.answer('an error');
    await sleep(500 + dice.below(2_000));
    tsa.answer(undefined);
  },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;

export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

/** Each kind of fault comes once before any comes again. */
export const injectFaults = async (
  world: SoakWorld,
  {
    until,
    atLeast,
    pauseMs,
    kinds = FAULT_NAMES,
  }: { until: number; atLeast: number; pauseMs: number; kinds?: readonly FaultName[] },
): Promise<void> => {
  const dice = world.dice.fork();
  let deck: FaultName[] = [];
  while (Date.now() < until || world.ledger.faults.length < atLeast) {
    await sleep(dice.below(2 * pauseMs));
    if (deck.length === 0) deck = shuffle(kinds, dice);
    const name = deck.pop()!;
    const fault = { name, from: Date.now(), to: Infinity };
    world.ledger.faults.push(fault);
    await (FAULTS[name] as Fault)(world, dice);
    await world.processes.untilReady();
    fault.to = Date.now();
    console.log(`${name}: for ${fault.to - fault.from} ms`);
  }
};

const shuffle = <Item>(items: readonly Item[], dice: Dice): Item[] => {
  const rest = [...items];
  return items.map(() => rest.splice(dice.below(rest.length), 1)[0]!);
};

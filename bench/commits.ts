// node bench/commits.ts --before FOLDER [--after FOLDER] [--starts 5] [--rounds 30] [--seconds 0.5]: GET of a session with
// a key, of two checkouts by turns. Each has its packages installed; without --after the second is this one. Two
// processes of the same code differ by up to a twentieth for as long as they live, so that each is started --starts
// times, and takes --rounds turns each time.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { inTurn, takeRounds } from './harness/turns.ts';
import { repeatFor, sendLoad, withProcessorTime, type Cost, type Phase } from './load/send-load.ts';

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    after: { type: 'string', default: resolve(import.meta.dirname, '..') },
    starts: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '0.5' },
  },
});
if (!values.before) throw new Error('Say which other checkout: --before FOLDER');
const starts = Number(values.starts);
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);

const SERVE = 'commits/serve-reads.ts';
const MANY = 32;
/** By then V8 has compiled the hot code. */
const WARM_UP_SECONDS = 5;

type Served = { baseUrl: string; pid: number; postmaster: number; requests: Buffer[] };

const serve = async (checkout: string) => {
  const child = fork(join(checkout, 'bench', SERVE), {
    cwd: checkout,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [told] = (await once(child, 'message')) as [Omit<Served, 'requests'> & { requests: string[] }];
  const served: Served = { ...told, requests: told.requests.map((text) => Buffer.from(text, 'base64')) };
  const end = async (): Promise<void> => {
    child.disconnect();
    await once(child, 'exit');
  };
  return { served, end };
};

const ask = ({ baseUrl, pid, postmaster, requests }: Served, forSeconds: number): Promise<Phase & Cost> =>
  withProcessorTime({ server: pid, postmaster }, () =>
    sendLoad(baseUrl, { atOnce: MANY, wanted: 200, next: repeatFor(requests, forSeconds) }),
  );

type Taken = Record<'before' | 'after', Phase & Cost>;

/** The ratio of both sums, and those of each start: what differs between them is not the code's. */
const report = (taken: Taken[][]): void => {
  const show = (what: string, measure: (phase: Phase & Cost) => number): void => {
    const perCall = (part: Taken[], side: keyof Taken): number =>
      sum(part, (round) => measure(round[side]) * round[side].calls) /
      sum(part, (round) => round[side].calls);
    const ratio = (part: Taken[]): number => perCall(part, 'after') / perCall(part, 'before');
    const all = taken.flat();
    const figures = [perCall(all, 'before'), perCall(all, 'after'), ratio(all), ...taken.map(ratio)];
    const [first, second, whole, ...each] = figures.map((figure) => figure.toFixed(3));
    console.log(`${what}: ${first}, then ${second}: ${whole} (${each.toSorted().join(', ')})`);
  };
  show('processor ms of the server', ({ serverMs }) => serverMs);
  show('processor ms of the database', ({ databaseMs }) => databaseMs);
  show('processor ms of both', ({ serverMs, databaseMs }) => serverMs + databaseMs);
  show('p50 ms', ({ p50Ms }) => p50Ms);
};

const sum = <Item>(items: Item[], measure: (item: Item) => number): number =>
  items.reduce((total, item) => total + measure(item), 0);

const checkouts = [resolve(values.before), resolve(values.after)] as const;
const own = join(import.meta.dirname, SERVE);
const copies = checkouts.map((checkout) => join(checkout, 'bench', SERVE)).filter((path) => path !== own);
for (const path of copies) {
  await mkdir(dirname(path), { recursive: true });
  await copyFile(own, path);
}
try {
  const taken = await inTurn(starts, async (start) => {
    console.error(`start ${start + 1} of ${starts} …`);
    const [before, after] = [await serve(checkouts[0]), await serve(checkouts[1])];
    for (const { served } of [before, after]) await ask(served, WARM_UP_SECONDS);
    const turns = await takeRounds(rounds, async (round) => {
      // Whoever comes first finds the caches of another.
      const sides = round % 2 === 0 ? [before, after] : [after, before];
      const phases = new Map<unknown, Phase & Cost>();
      for (const side of sides) phases.set(side, await ask(side.served, seconds));
      return { before: phases.get(before)!, after: phases.get(after)! };
    });
    await Promise.all([before.end(), after.end()]);
    return turns;
  });
  report(taken);
} finally {
  for (const path of copies) await rm(dirname(path), { recursive: true });
}

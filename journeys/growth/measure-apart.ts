import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { measureGrowth, type Growing } from './measure-growth.ts';

export type Growth = { measured: number; faults: string[] };

/**
 * V8 compiles and collects garbage in the measured thread, with room for the largest input: else work of its other
 * threads would now and then be counted for the input.
 */
const STEADY = ['--single-threaded', '--min-semi-space-size=64', '--max-semi-space-size=64'];

type Found = { measured: number; faults: Record<string, string> };

/**
 * Runs the `listGrowing` of a file in its own process. Faults are measured again in another process: how V8 has
 * compiled one is no fault of the input.
 *
 * @param every measures one case of so many; it must not divide the number of kinds, so that each kind and position has
 *   its turn
 */
export const measureApart = async (file: URL, every = 1): Promise<Growth> => {
  const { measured, faults } = await run(file, { every });
  const names = Object.keys(faults);
  const again = names.length > 0 ? await run(file, { every, names }) : { faults };
  return { measured, faults: Object.values(again.faults) };
};

type Choice = { every: number; names?: string[] };

const run = async (file: URL, choice: Choice): Promise<Found> => {
  const running = promisify(execFile)(
    process.execPath,
    [...STEADY, fileURLToPath(import.meta.url), file.href],
    { maxBuffer: 2 ** 26 },
  );
  running.child.stdin?.end(JSON.stringify(choice));
  return JSON.parse((await running).stdout) as Found;
};

const measureListed = async (file: string, { every, names }: Choice): Promise<Found> => {
  const { listGrowing } = (await import(file)) as { listGrowing: () => Growing<unknown>[] };
  const growing = listGrowing().filter(
    ({ name }, index) => index % every === 0 && (!names || names.includes(name)),
  );
  const faults: Found['faults'] = {};
  for (const each of growing) {
    const fault = await measureGrowth(each);
    if (fault) faults[each.name] = fault;
  }
  return { measured: growing.length, faults };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const choice = JSON.parse((await process.stdin.toArray()).join('')) as Choice;
  process.stdout.write(JSON.stringify(await measureListed(process.argv[2]!, choice)));
}

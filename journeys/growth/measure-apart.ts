import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { measureGrowth, type Growing } from './measure-growth.ts';

/** What was measured, and what was found. */
export type Growth = { measured: number; faults: string[] };

/**
 * V8 compiles and collects in the thread that works, and has room for the largest input: else what threads beside it do
 * at times is counted as if the input had cost it.
 */
const STEADY = ['--single-threaded', '--min-semi-space-size=64', '--max-semi-space-size=64'];

/**
 * Measures in a process of its own what a file lists, which exports `listGrowing`.
 *
 * @param every measures one of so many. What varies fastest in a list should not have a number of kinds that this
 * divides: then each kind and each place has its turn.
 */
export const measureApart = async (file: URL, every = 1): Promise<Growth> => {
  const args = [...STEADY, fileURLToPath(import.meta.url), file.href, String(every)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout) as Growth;
};

const measureListed = async ([file = '', every = '1']: string[]): Promise<void> => {
  const { listGrowing } = (await import(file)) as { listGrowing: () => Growing<unknown>[] };
  const growing = listGrowing().filter((_, index) => index % Number(every) === 0);
  const faults: string[] = [];
  for (const each of growing) {
    const fault = await measureGrowth(each);
    if (fault) faults.push(fault);
  }
  process.stdout.write(JSON.stringify({ measured: growing.length, faults }));
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await measureListed(process.argv.slice(2));
  process.exitCode = 0;
}

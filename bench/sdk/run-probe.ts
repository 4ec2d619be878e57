import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Customer } from './open-customer.ts';

/** Runs one of customer/'s probes as a process of its own, and returns what it prints as JSON. */
export const runProbe = <Result>(
  { directory }: Customer,
  probe: string,
  { args, flags = [] }: { args: readonly string[]; flags?: readonly string[] },
): Result => {
  const output = execFileSync(process.execPath, [...flags, join(directory, probe), ...args], {
    cwd: directory,
    encoding: 'utf8',
    // Of this process's environment nothing that would change what is measured: caches, hooks, keys.
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output) as Result;
};

import { execFile } from 'node:child_process';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readConfig } from './read-config.ts';
import { limitHeap, readHost, suitConcurrency } from './suit-host.ts';

const GIB = 2 ** 30;
const run = promisify(execFile);

describe('WORKER_CONCURRENCY', () => {
  it.each([
    [1, 64, 16],
    [2, 4, 32],
    [2, 1, 16],
    [4, 0.5, 8],
    [1, 0.2, 4],
    [16, 64, 32],
  ])('of a host with %d processors and %d GiB is %d', (processors, gibibytes, jobs) => {
    expect(suitConcurrency({ processors, memoryBytes: gibibytes * GIB })).toBe(jobs);
  });

  it('follows the host that a process runs on, unless it is set', () => {
    expect(readConfig({}).config.workerConcurrency).toBe(suitConcurrency(readHost()));
    expect(readConfig({ WORKER_CONCURRENCY: '7' }).config.workerConcurrency).toBe(7);
  });
});

describe('the heap of a process', () => {
  it.each([
    [0.25, undefined],
    [0.5, '--max-old-space-size=256'],
    [1, '--max-old-space-size=256'],
    [2, '--max-old-space-size=512'],
    [3.9, '--max-old-space-size=998'],
    [4, undefined],
    [64, undefined],
  ])('on a host of %d GiB starts with %s', (gibibytes, option) => {
    expect(limitHeap({ memoryBytes: gibibytes * GIB }, undefined)).toBe(option);
    expect(limitHeap({ memoryBytes: gibibytes * GIB }, '--enable-source-maps')).toBe(option);
  });

  it.each([
    '--max-old-space-size=300',
    '--enable-source-maps --max_old_space_size=300',
    '--max-old-space-size-percentage=40',
    '--max-heap-size=300',
  ])('is left to NODE_OPTIONS where they have %s', (options) => {
    expect(limitHeap({ memoryBytes: GIB }, options)).toBeUndefined();
  });

  it('has a limit that V8 takes', async () => {
    const ask = ['-p', 'v8.getHeapStatistics().heap_size_limit'];
    const limitOf = async (...options: string[]) =>
      Number((await run(process.execPath, [...options, ...ask])).stdout);
    const limited = await limitOf(limitHeap({ memoryBytes: GIB }, undefined)!);
    expect(limited).toBeLessThan(0.5 * GIB);
    expect(limited).toBeGreaterThanOrEqual(0.25 * GIB);
    expect(limited).toBeLessThan(await limitOf());
  });

  it('is what script/server asks for: one word, or none', async () => {
    const print = join(import.meta.dirname, '..', 'print-heap-limit.ts');
    const { stdout } = await run(process.execPath, [print], { env: {} });
    expect(stdout.trim()).toBe(limitHeap(readHost(), undefined) ?? '');
    expect(readHost().memoryBytes).toBeLessThanOrEqual(totalmem());
  });
});

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createChild } from './create-child.ts';
import { LostOrderError } from './lost-order-error.ts';

const BODY = new URL('./testing/obedient-child.ts', import.meta.url);
/** The order, the number of orders so far, and the process that did it. */
type Answer = [string, number, number];

const lines: Record<string, unknown>[] = [];
const log = { warn: (line: object) => void lines.push(line as Record<string, unknown>) };
beforeEach(() => void (lines.length = 0));

const start = <Product = Answer>({ timeoutMs = 60_000, idleMs = 60_000 } = {}) =>
  createChild<string, Product>(BODY, { name: 'test', timeoutMs, idleMs, log }).run;

/** One that has ended, and whose end nobody has asked for yet, is not there. */
const isThere = (pid: number): boolean => {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^Z\s]/.test(stdout);
};
const PATIENCE = { timeout: 10_000 };

test('orders are done one after the other by one process', async () => {
  const run = start();
  const answers = await Promise.all(['a', 'b', 'c'].map(run));
  expect(answers.map(([order, count]) => [order, count])).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);
  expect(new Set(answers.map(([, , pid]) => pid)).size).toBe(1);
  expect(answers[0]![2]).not.toBe(process.pid);
});

test('one that is refused costs no other, and its error keeps the code of the system', async () => {
  const run = start();
  const refused = run('refuse');
  const next = run('a');
  await expect(refused).rejects.toMatchObject({ message: 'refused', code: 'ENOSPC' });
  expect(await next).toEqual(['a', 2, expect.any(Number)]);
});

test.each([
  ['die', 'answered: try again', [{ process: 'test', code: 1, signal: null }]],
  ['hang', 'answered, after 2000 ms: try again', []],
])(
  'a process that is told to %s costs the order that it was at, and is replaced',
  async (order, words, told) => {
    const run = start({ timeoutMs: 2_000 });
    const lost = run(order);
    const next = run('a');
    await expect(lost).rejects.toThrow(LostOrderError);
    await expect(lost).rejects.toThrow(words);
    expect(await next).toEqual(['a', 1, expect.any(Number)]);
    expect(lines).toMatchObject(told);
  },
);

test('one that is killed while it waits costs no order', async () => {
  const run = start();
  const [, , pid] = await run('a');
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => lines, PATIENCE).toMatchObject([{ signal: 'SIGKILL' }]);
  expect(await run('b')).toEqual(['b', 1, expect.any(Number)]);
});

test('one that waits long enough ends, and the next order starts another', async () => {
  const run = start({ idleMs: 50 });
  const [, , pid] = await run('a');
  await expect.poll(() => isThere(pid), PATIENCE).toBe(false);
  expect(await run('b')).toEqual(['b', 1, expect.any(Number)]);
  expect(lines).toEqual([]);
});

test('what it says is logged at its end, without what may be somebody’s', async () => {
  const run = start({ idleMs: 50 });
  await run('speak');
  await expect.poll(() => lines, PATIENCE).toHaveLength(1);
  const { said, said_bytes: bytes } = lines[0]!;
  expect(bytes).toBe('a word to somebody@example.com. and a warning'.length);
  expect(said).toMatch(/^(?=.*a word to \[address\])(?=.*and a warning)/);
});

describe.skipIf(process.platform !== 'linux')('on Linux', () => {
  afterEach(() => vi.unstubAllEnvs());

  test('one that takes more memory than it may is stopped, which costs the order that it was at, and is said', async () => {
    const { run } = createChild<string, Answer>(BODY, {
      name: 'test',
      timeoutMs: 60_000,
      memoryMb: 300,
      log,
    });
    const lost = run('eat');
    const next = run('a');
    await expect(lost).rejects.toThrow(LostOrderError);
    expect(await next).toEqual(['a', 1, expect.any(Number)]);
    expect(lines).toMatchObject([{ process: 'test', said: 'It took more than 300 MiB of memory.' }]);
  });

  test('it has the lowest priority in all its threads, no environment and no option of the service, and is the first to go when memory is over', async () => {
    vi.stubEnv('MASTER_KEYS', 'secret');
    const about = await start<Record<string, unknown>>()('describe');
    expect(about).toEqual({
      environment: [
        'MALLOC_ARENA_MAX=1',
        'MALLOC_MMAP_THRESHOLD_=131072',
        // Of the channel to the service.
        expect.stringMatching(/^NODE_CHANNEL_FD=\d+$/),
        'NODE_CHANNEL_SERIALIZATION_MODE=json',
      ],
      execArgv: ['--max-old-space-size=256', '--expose-gc', '--disable-warning=ExperimentalWarning'],
      priorities: expect.any(Array) as number[],
      oom: '1000',
    });
    const priorities = about['priorities'] as number[];
    expect(priorities.length).toBeGreaterThan(1);
    expect(new Set(priorities)).toEqual(new Set([19]));
  });
});

test('a SIGINT or a SIGTERM to all processes of the service leaves it at work', async () => {
  const run = start();
  const [, , pid] = await run('a');
  process.kill(pid, 'SIGINT');
  process.kill(pid, 'SIGTERM');
  await sleep(100);
  expect(await run('b')).toEqual(['b', 2, pid]);
});

/** A service with a child that has done one order: it says the child's pid, and then gives the next order. */
const startService = async (nextOrder: string) => {
  const script = `
    import { createChild } from '${new URL('./create-child.ts', import.meta.url).href}';
    const { run } = createChild(new URL('${BODY.href}'), { name: 'test', timeoutMs: 60_000, log: console });
    const [, , pid] = await run('a');
    console.log(pid);
    ${nextOrder && `await run('${nextOrder}');`}
  `;
  const service = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(service, 'exit');
  const [line] = (await once(createInterface({ input: service.stdout }), 'line')) as [string];
  return { service, exited, childPid: Number(line) };
};

test('it keeps no service alive that has nothing else to do, and ends with it', async () => {
  const { exited, childPid } = await startService('');
  expect(await exited).toEqual([0, null]);
  await expect.poll(() => isThere(childPid), PATIENCE).toBe(false);
});

test('kill -9 of the service ends it, too', async () => {
  const { service, exited, childPid } = await startService('wait');
  expect(isThere(childPid)).toBe(true);
  service.kill('SIGKILL');
  await exited;
  await expect.poll(() => isThere(childPid), PATIENCE).toBe(false);
});

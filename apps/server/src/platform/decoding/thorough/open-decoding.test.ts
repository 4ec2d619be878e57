import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LostOrderError } from '../../concurrency/lost-order-error.ts';
import { DECODING_POLICY } from '../decoding-policy.ts';
import { openDecoding, type DecodingKind } from '../open-decoding.ts';

type Answer = [string, number, number];

const OBEY: DecodingKind<string, Answer> = {
  name: 'photo',
  module: new URL('../testing/obey.ts', import.meta.url),
  make: 'obey',
};

const lines: Record<string, unknown>[] = [];
const log = { warn: (line: object) => void lines.push(line as Record<string, unknown>) };
beforeEach(() => void (lines.length = 0));

const start = (policy: Partial<typeof DECODING_POLICY> = {}) => {
  const decoding = openDecoding({ log, policy: { ...DECODING_POLICY, ...policy } });
  return (order: string, organisationId = 'one', sessionId = 'session') =>
    decoding({ organisationId, sessionId }, (decode) => decode(OBEY, order));
};
const { kinds } = DECODING_POLICY;
const withBounds = (bounds: Partial<(typeof kinds)['photo']>) => ({
  kinds: { ...kinds, photo: { ...kinds.photo, ...bounds } },
});

/** False for a process that has ended, also while nobody has asked for its end. */
const isThere = (pid: number): boolean => {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^Z\s]/.test(stdout);
};
const PATIENCE = { timeout: 30_000 };
const blameOf = (order: Promise<unknown>) =>
  order.then(
    () => 'none is lost',
    (error: unknown) => (error instanceof LostOrderError ? error.blame : error),
  );

test('orders of a session are done one after the other, by one process', async () => {
  const run = start();
  const answers = await Promise.all(['a', 'b', 'c'].map((order) => run(order)));
  expect(answers.map(([order, count]) => [order, count])).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);
  expect(new Set(answers.map(([, , pid]) => pid)).size).toBe(1);
  expect(answers[0]![2]).not.toBe(process.pid);
});

test('an organisation whose files take for ever keeps nobody else’s waiting', async () => {
  const run = start({ ...withBounds({ timeoutMs: 20_000 }), atOnce: 2 });
  const slow = ['wait', 'wait'].map((order) => blameOf(run(order)));
  expect(await run('a', 'another')).toEqual(['a', 1, expect.any(Number)]);
  expect(await run('b', 'a third')).toEqual(['b', 2, expect.any(Number)]);
  expect(await Promise.race([...slow, 'under way'])).toBe('under way');
});

test('files of one session that take for ever keep no other session’s of its organisation waiting', async () => {
  const run = start(withBounds({ timeoutMs: 20_000 }));
  const slow = ['wait', 'wait', 'wait'].map((order) => blameOf(run(order)));
  expect(await run('a', 'one', 'another')).toEqual(['a', 1, expect.any(Number)]);
  expect(await run('b', 'one', 'a third')).toEqual(['b', 2, expect.any(Number)]);
  expect(await Promise.race([...slow, 'under way'])).toBe('under way');
});

test('however many organisations ask, so many processes work as the policy has, and each order is done', async () => {
  const run = start({ atOnce: 2 });
  const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((each) => run(each, each)));
  expect(answers.map(([order]) => order)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(new Set(answers.map(([, , pid]) => pid)).size).toBe(2);
});

test('one that is refused costs no other, and its error keeps the code of the system', async () => {
  const run = start();
  const refused = run('refuse');
  const next = run('a');
  await expect(refused).rejects.toMatchObject({ message: 'refused', code: 'ENOSPC' });
  expect(await next).toEqual(['a', 2, expect.any(Number)]);
});

describe.skipIf(process.platform === 'win32')('whose fault the end of a process is', () => {
  test.each(['die', 'crash'])('an order that makes its process %s is to blame for it', async (order) => {
    const run = start();
    const lost = blameOf(run(order));
    const next = run('a');
    expect(await lost).toBe('It ended by itself.');
    expect(await next).toEqual(['a', 1, expect.any(Number)]);
    expect(lines).toMatchObject([{ process: 'decoding' }]);
  });

  test('an order is not to blame for a process that is killed from outside, nor for one that waits too long', async () => {
    const run = start();
    const [, , pid] = await run('a');
    const killed = blameOf(run('wait'));
    process.kill(pid, 'SIGKILL');
    expect(await killed).toBeUndefined();
    const waiting = start(withBounds({ timeoutMs: 2_000 }))('wait');
    await expect(waiting).rejects.toThrow('answered, after 2000 ms: try again');
    expect(await blameOf(waiting)).toBeUndefined();
  });
});

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

  test.each([
    ['eat', { memoryMb: 300 }, 'It took more than 300 MiB of memory.'],
    ['hang', withBounds({ processorMs: 600 }), 'It took more than 600 ms of the processor.'],
  ])(
    'an order that makes its process %s is stopped when it takes more than it may, is to blame, and is said',
    async (order, policy, words) => {
      const run = start(policy);
      const lost = blameOf(run(order));
      const next = run('a');
      expect(await lost).toBe(words);
      expect(await next).toEqual(['a', 1, expect.any(Number)]);
      expect(lines).toMatchObject([{ process: 'decoding', kind: 'photo', said: words }]);
    },
  );

  test('one that keeps much memory is replaced before the next order, so that this is not blamed for it', async () => {
    const run = start({ memoryMb: 600 });
    const [, , pid] = await run('keep');
    expect(await run('keep')).toEqual(['keep', 1, expect.any(Number)]);
    await expect.poll(() => isThere(pid), PATIENCE).toBe(false);
    expect(lines).toEqual([]);
  });

  test('what a process has used for one order is not counted for the next', async () => {
    const run = start(withBounds({ processorMs: 600 }));
    for (const _ of Array(8)) await run('work');
    expect(await run('a')).toEqual(['a', 9, expect.any(Number)]);
  });

  test('it has the lowest priority in all its threads, no environment and no option of the service, and is the first to go when memory is over', async () => {
    vi.stubEnv('MASTER_KEYS', 'secret');
    const about = (await start()('describe')) as unknown as Record<string, unknown>;
    expect(about).toEqual({
      environment: [
        'MALLOC_ARENA_MAX=1',
        'MALLOC_MMAP_THRESHOLD_=131072',
        expect.stringMatching(/^NODE_CHANNEL_FD=\d+$/),
        'NODE_CHANNEL_SERIALIZATION_MODE=json',
      ],
      execArgv: ['--max-old-space-size=384', '--expose-gc', '--disable-warning=ExperimentalWarning'],
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

/** The process has done one order: it says its pid, and then gives the next order. */
const startService = async (nextOrder: string) => {
  const script = `
    import { openDecoding } from '${new URL('../open-decoding.ts', import.meta.url).href}';
    const decoding = openDecoding({ log: console });
    const kind = { name: 'photo', module: new URL('${OBEY.module.href}'), make: 'obey' };
    const run = (order) => decoding({ organisationId: 'one', sessionId: 'session' }, (decode) => decode(kind, order));
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

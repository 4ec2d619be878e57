import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { createThread } from './create-thread.ts';

const threads: Worker[] = [];
process.on('worker', (thread) => threads.push(thread));

/** Answers with the order and the number of orders so far; refuses, dies or hangs when told to. */
const BODY = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    let count = 0;
    parentPort.on('message', (order) => {
      if (order === 'die') process.exit(1);
      if (order === 'hang') for (;;);
      if (order === 'refuse') return parentPort.postMessage({ ok: false, message: 'refused' });
      parentPort.postMessage({ ok: true, product: [order, ++count] });
    });
  `)}`,
);

const start = (timeoutMs = 60_000) =>
  createThread<string, [string, number]>(BODY, { name: 'test', timeoutMs });

test('orders are done one after the other by one thread, which starts with the first', async () => {
  const started = threads.length;
  const { run } = start();
  expect(threads).toHaveLength(started);
  expect(await Promise.all(['a', 'b', 'c'].map((order) => run(order)))).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);
  expect(threads).toHaveLength(started + 1);
});

test('one that is refused costs no other', async () => {
  const { run } = start();
  const refused = run('refuse');
  const next = run('a');
  await expect(refused).rejects.toThrow('refused');
  expect(await next).toEqual(['a', 1]);
});

test.each(['die', 'hang'])(
  'a thread that is told to %s costs the order that it was at, and is replaced',
  async (order) => {
    const { run } = start(2_000);
    const lost = run(order);
    const next = run('a');
    await expect(lost).rejects.toThrow('The test thread ended before it answered');
    expect(await next).toEqual(['a', 1]);
  },
);

import { expect, test } from 'vitest';
import { createMutex } from './create-mutex.ts';

const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
};

test('work of one key runs one at a time, in the order of the calls', async () => {
  const takeTurn = createMutex();
  const log: string[] = [];
  const work = (name: string) => async () => {
    log.push(`${name} starts`);
    await Promise.resolve();
    log.push(`${name} ends`);
    return name;
  };
  const results = await Promise.all(['a', 'b', 'c'].map((name) => takeTurn('key', work(name))));
  expect(results).toEqual(['a', 'b', 'c']);
  expect(log).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
});

test('another key does not wait', async () => {
  const takeTurn = createMutex();
  const { open, opened } = gate();
  const slow = takeTurn('slow', () => opened);
  expect(await takeTurn('quick', async () => 'done')).toBe('done');
  open();
  await slow;
});

test('a failure is its own caller’s, and the next has its turn', async () => {
  const takeTurn = createMutex();
  const failing = takeTurn('key', () => Promise.reject(new Error('no')));
  const next = takeTurn('key', async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
  expect(await takeTurn('key', async () => 'later')).toBe('later');
});

import { expect, test } from 'vitest';
import { createBell, pickNext, runQueue } from './run-queue.ts';
import type { KeptItem, Trouble } from '../shelf/queue-item.ts';
import type { Hindrance } from './send-item.ts';

const itemOf = (id: string, addedAtMs: number) => ({ id, addedAtMs }) as KeptItem;

const open = (
  ids: string[],
  outcomes: (Hindrance | Error | undefined)[],
  offlineLooks = 0,
  isStorageGone = false,
) => {
  const stopping = new AbortController();
  const bell = createBell();
  const waiting = ids.map((id, index) => itemOf(id, index));
  const world = { sent: [] as string[], troubles: [] as (Trouble | undefined)[], lost: 0 };
  const run = runQueue({
    look: () => {
      if (outcomes.length === 0) {
        stopping.abort();
        bell.ring();
      }
      return { waiting, isAllowed: true, isOnline: offlineLooks-- <= 0 };
    },
    send: async (item) => {
      world.sent.push(item.id);
      const outcome = outcomes.shift();
      bell.ring();
      if (outcome instanceof Error) throw outcome;
      if (outcome === undefined) waiting.splice(waiting.indexOf(item), 1);
      return outcome;
    },
    onTrouble: (trouble) => void world.troubles.push(trouble),
    onAccessLost: async () => {
      if (isStorageGone) throw new Error('of the device');
      world.lost += 1;
      waiting.length = 0;
    },
    bell,
    random: () => 0,
    signal: stopping.signal,
  });
  return Object.assign(world, { run, bell });
};

test('one at a time, the oldest first', async () => {
  const world = open(['a', 'b', 'c'], [undefined, undefined, undefined]);
  await world.run;
  expect(world.sent).toEqual(['a', 'b', 'c']);
});

test('what fails stands in nobody’s way, and is tried again', async () => {
  const world = open(
    ['a', 'b'],
    [{ kind: 'again', retryAfterMs: 0 }, undefined, new Error('of the device'), undefined],
  );
  await world.run;
  expect(world.sent).toEqual(['a', 'b', 'a', 'a']);
});

test('without a network it says so, until something gets through', async () => {
  const world = open(['a'], [{ kind: 'unreached' }, undefined]);
  await world.run;
  expect(world.troubles.slice(0, 2)).toEqual(['offline', undefined]);
});

test('what comes back without an answer, time after time, is told to the person, until something gets through', async () => {
  const again: Hindrance = { kind: 'again', retryAfterMs: 0 };
  const world = open(
    ['a', 'b'],
    [again, new Error('of the device'), again, again, undefined, again, undefined],
  );
  await world.run;
  expect(world.troubles.slice(0, 6)).toEqual([undefined, undefined, 'again', 'again', undefined, undefined]);
});

test('a device that cannot keep that its right has ended goes on all the same', async () => {
  const world = open(['a', 'b'], [{ kind: 'access' }, undefined, undefined], 0, true);
  await world.run;
  expect(world.sent).toEqual(['a', 'b', 'a']);
});

test('nothing is tried while the device says that it is offline', async () => {
  const world = open(['a'], [undefined], 2);
  for (let bells = 0; bells < 2; bells++) {
    await Promise.resolve();
    expect(world.sent).toEqual([]);
    world.bell.ring();
  }
  await world.run;
  expect(world.troubles.slice(0, 2)).toEqual(['offline', 'offline']);
  expect(world.sent).toEqual(['a']);
});

test('with a dead token it tries nothing else', async () => {
  const world = open(['a', 'b'], [{ kind: 'access' }]);
  await world.run;
  expect([world.sent, world.lost]).toEqual([['a'], 1]);
});

test('of those that failed least the oldest is next', () => {
  const items = [itemOf('new', 3), itemOf('old', 1), itemOf('older', 0)];
  expect(pickNext(items, new Map([['older', 2]]))?.id).toBe('old');
  expect(pickNext([], new Map())).toBeUndefined();
});

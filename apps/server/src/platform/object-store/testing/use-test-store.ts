import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../testing/create-fake-clock.ts';
import type { ObjectStore } from '../object-store.ts';

export type OpenStore = (clock: FakeClock) => Promise<{ store: ObjectStore; close: () => Promise<unknown> }>;

const HOUR_MS = 3_600_000;

/** Each test has a store and a clock of its own. */
export const useTestStore = (open: OpenStore) => {
  let clock: FakeClock;
  let opened: Awaited<ReturnType<OpenStore>>;
  beforeEach(async () => {
    clock = createFakeClock();
    opened = await open(clock);
  });
  afterEach(() => opened.close());
  return {
    get store() {
      return opened.store;
    },
    get clock() {
      return clock;
    },
    read: async (key: string) => buffer(await opened.store.get(key)),
    listKeys: async (prefix = '') => {
      const keys: string[] = [];
      for await (const { key } of opened.store.list(prefix)) keys.push(key);
      return keys.toSorted();
    },
    countTemporaries: () => {
      clock.advance(HOUR_MS);
      return opened.store.sweepTemporaries(HOUR_MS / 2);
    },
  };
};

export const inChunks = (bytes: Uint8Array, size: number): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));

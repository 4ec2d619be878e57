import { afterAll, beforeAll, expect, test } from 'vitest';
import { readNothing, SLOWNESSES } from '../journeys/slow-clients/open-slow-clients.ts';
import { openSlowWorld, type SlowWorld } from '../journeys/slow-clients/open-slow-world.ts';

let world: SlowWorld;
/** Readers have a world of their own: the service waits four minutes for a reply that nobody reads. */
let readers: SlowWorld;
beforeAll(async () => {
  world = await openSlowWorld();
  readers = await openSlowWorld();
});
afterAll(async () => {
  await world.close();
  await readers.close();
});

test.concurrent(
  '5 000 connections that say nothing are cut off and given back; who asks meanwhile is answered',
  async ({ annotate }) => {
    // The test holds as many sockets as the server; a process may usually have 20 000 or more.
    const { figure } = await world.sitOut(5_000, SLOWNESSES['says nothing']());
    await annotate(figure, 'figure');
  },
);

test.concurrent.for(['sends its headers line by line', 'sends its body byte by byte'] as const)(
  'each of 500 who %s is told 408, and cut off; who asks meanwhile is answered',
  async (how, { annotate }) => {
    const { statuses, figure } = await world.sitOut(500, SLOWNESSES[how](world.apiKey));
    expect(statuses).toEqual(new Set([408]));
    await annotate(figure, 'figure');
  },
);

test.concurrent(
  '100 who ask for a large file and read none of it are cut off, and the file is let go; who asks meanwhile is answered',
  async ({ annotate }) => {
    const path = await readers.keepLargeFile();
    const { figure } = await readers.sitOut(100, readNothing(path, readers.apiKey));
    await annotate(figure, 'figure');
  },
);

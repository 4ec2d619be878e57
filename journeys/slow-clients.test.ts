import { afterAll, beforeAll, expect, test } from 'vitest';
import { SLOWNESSES } from './slow-clients/open-slow-clients.ts';
import { openSlowWorld, type SlowWorld } from './slow-clients/open-slow-world.ts';

let world: SlowWorld;
beforeAll(async () => void (world = await openSlowWorld()), 60_000);
afterAll(() => world.close());

/** Headers have 10 seconds, and it is looked every 5. */
const TIMEOUT_MS = 200_000;

test(
  '700 connections that say nothing, or whose headers drip, are cut off and given back; who asks meanwhile is answered, always',
  { timeout: TIMEOUT_MS },
  async ({ annotate }) => {
    const idle = await world.sitOut(500, SLOWNESSES['says nothing']());
    const slow = await world.sitOut(200, SLOWNESSES['sends its headers line by line']());
    // Told why, where there was anybody to tell.
    expect(slow.statuses).toEqual(new Set([408]));
    await annotate(`${idle.figure}; ${slow.figure}`, 'figure');
  },
);

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase } from '../../../../testing/clone-database.ts';
import { runSeeds } from '../../../../testing/webhook-simulation/run-seeds.ts';

const SEEDS = 200;

/** Each run needs a database of its own; two keep both the database and this process busy. */
let databases: Awaited<ReturnType<typeof cloneDatabase>>[];
beforeAll(async () => {
  databases = await Promise.all([1, 2, 3].map(() => cloneDatabase()));
});
afterAll(() => Promise.all(databases.map(({ drop }) => drop())));

describe('the simulation of endpoints, receivers, people, kills and workers', () => {
  it(
    `holds for ${SEEDS} seeds: nothing lost, nothing early, a duplicate only after a kill, sequences without a gap, signatures that verify`,
    { timeout: 600_000 },
    async () => {
      const urls = databases.slice(0, 2).map(({ databaseUrl }) => databaseUrl);
      const results = await runSeeds(
        urls,
        Array.from({ length: SEEDS }, (_, index) => index + 1),
      );
      expect(results).toHaveLength(SEEDS);
      // Replay one: script/node apps/server/src/testing/simulate-webhooks.ts --seed <seed>
      const failed = results.filter(({ problems }) => problems.length > 0);
      expect(failed.map(({ seed, problems }) => ({ seed, problems }))).toEqual([]);

      // The drawn steps must reach each case of the simulation, or it proves nothing.
      const said = results.flatMap(({ trace }) => trace).join('\n');
      for (const word of [
        'is killed',
        'rotate',
        'pause',
        'resume',
        'delete',
        'ping',
        'busy',
        'gone',
        'slow',
      ]) {
        expect(said).toContain(word);
      }
    },
  );

  it('replays a seed exactly', async () => {
    const seeds = [6, 17, 42];
    const [first, second] = await Promise.all([
      runSeeds([databases[2]!.databaseUrl], seeds),
      cloneDatabase().then(async ({ databaseUrl, drop }) => {
        const results = await runSeeds([databaseUrl], seeds);
        await drop();
        return results;
      }),
    ]);
    expect(second).toEqual(first);
    expect(first.every(({ trace }) => trace.length > 3)).toBe(true);
  });
});

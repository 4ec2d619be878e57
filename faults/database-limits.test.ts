import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoConnectionsSurvived } from '../journeys/database-faults/expect-limits-survived.ts';
import { openFaultWorld, type FaultWorld } from '../journeys/database-faults/open-fault-world.ts';

let world: FaultWorld;
beforeAll(async () => {
  world = await openFaultWorld();
}, 120_000);
afterAll(() => world.close());

test(
  'neither the role nor the database has a connection left: writes are answered 503, nothing acknowledged is lost, and writes and deliveries go on by themselves',
  { timeout: 180_000 },
  async ({ annotate }) => {
    const role = new URL(world.serviceUrl).username;
    const limits = [`role ${role}`, 'database postgres'].map((what) => ({
      begin: `alter ${what} connection limit 0`,
      end: `alter ${what} connection limit -1`,
    }));
    const found = await expectNoConnectionsSurvived(world, { limits, awayMs: 500 });
    expect(found.refused).toBeGreaterThan(0);
    await annotate(
      `0 of ${found.acknowledged} acknowledged writes lost without connections; ${found.refused} answered 503`,
      'figure',
    );
  },
);

import { describe, expect, onTestFinished, test } from 'vitest';
import { expectNothingLost } from './database-faults/expect-nothing-lost.ts';
import { expectLossCounted, expectNoneAcknowledgedAlone } from './standby/expect-loss-counted.ts';
import { expectPromotionSurvived } from './standby/expect-promotion-survived.ts';
import { openStandbyWorld, type Replication } from './standby/open-standby-world.ts';

/** A process looks again when a statement stayed without an answer for eight seconds; the machine may be busy. */
const BACK_MS = 60_000;

const openWorld = async (replication: Replication) => {
  const world = await openStandbyWorld(replication);
  onTestFinished(() => world.close());
  return world;
};

describe('an address names a primary and a standby', () => {
  test.for([
    { loss: 'killed', how: 'is killed' },
    { loss: 'silent', how: 'falls silent and later takes writes again' },
  ] as const)(
    'with synchronous replication no acknowledged write is lost when the primary $how and the standby is promoted: all pools, the queue and the listeners go on by themselves',
    async ({ loss }, { annotate }) => {
      const found = await expectPromotionSurvived(await openWorld('synchronous'), loss);
      expect(found.acknowledged).toBeGreaterThan(20);
      for (const ms of [found.writesAfterMs, found.deliveriesAfterMs]) expect(ms).toBeLessThan(BACK_MS);
      await annotate(
        `0 of ${found.acknowledged} acknowledged writes lost or made twice; after the promotion writes go on after ${found.writesAfterMs} ms, deliveries after ${found.deliveriesAfterMs} ms, ${found.refused} answered 503`,
        'figure',
      );
    },
  );

  test('with synchronous replication nothing is acknowledged while no standby answers, however long a commit waits, and nothing is lost or made twice when it is back', async ({
    annotate,
  }) => {
    const world = await openWorld('synchronous');
    const { load, writesAfterMs } = await expectNoneAcknowledgedAlone(world, 12_000);
    const found = await expectNothingLost(world, load);
    await annotate(
      `0 acknowledged without a standby; writes go on ${writesAfterMs} ms after it is back; ${found.acknowledged} acknowledged, 0 lost or made twice`,
      'figure',
    );
  });

  test('with asynchronous replication the acknowledged writes that the standby had not heard of are lost, and no others', async ({
    annotate,
  }) => {
    const { lost, lostEarly } = await expectLossCounted(await openWorld('asynchronous'));
    expect(lost).toBeGreaterThan(0);
    expect(lostEarly).toBe(0);
    await annotate(`${lost} lost of a standby that was cut off for as many writes`, 'figure');
  });
});

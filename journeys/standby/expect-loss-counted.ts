import { expect, onTestFinished } from 'vitest';
import { timeUntil } from '../database-faults/until-green.ts';
import { writeUnderLoad } from '../database-faults/write-under-load.ts';
import type { StandbyWorld } from './open-standby-world.ts';

const BEHIND = 20;

/** The standby hears nothing for a while, as in a slow network, and then the primary is lost. */
export const expectLossCounted = async (world: StandbyWorld) =>
  writeUnderLoad({ caller: world.caller, name: 'behind' }, async (load) => {
    await timeUntil(() => load.acknowledged.size > BEHIND);
    world.line.freeze();
    const heard = load.acknowledged.size;
    await timeUntil(() => load.acknowledged.size > heard + BEHIND);
    await world.primary.stop('immediate');
    const acknowledged = [...load.acknowledged];
    const context = await world.promote();
    onTestFinished(() => context.close());
    const before = load.acknowledged.size;
    await timeUntil(() => load.acknowledged.size > before + BEHIND);
    await load.stop();
    const sessions = await context.database.prisma.session.findMany({ select: { id: true } });
    const kept = new Set(sessions.map(({ id }) => id));
    const lost = acknowledged.filter(([, id]) => !kept.has(id));
    const early = new Set(acknowledged.slice(0, heard).map(([reference]) => reference));
    return { lost: lost.length, lostEarly: lost.filter(([reference]) => early.has(reference)).length };
  });

/** Without a standby that answers nothing is acknowledged, and afterwards all goes on. */
export const expectNoneAcknowledgedAlone = async (world: StandbyWorld, aloneMs: number) =>
  writeUnderLoad({ caller: world.caller, name: 'alone' }, async (load) => {
    await timeUntil(() => load.isFlowing());
    await world.standby.stop('immediate');
    // An answer of the standby from just before may still be on its way to the writer.
    await timeUntil(() => !load.isFlowing());
    const acknowledged = load.acknowledged.size;
    const refused = load.outcomes.filter(({ status }) => status === 503).length;
    const begun = performance.now();
    await timeUntil(() => performance.now() - begun > aloneMs);
    expect(load.acknowledged.size).toBe(acknowledged);
    await timeUntil(() => load.outcomes.filter(({ status }) => status === 503).length > refused);
    await world.standby.start();
    const writesAfterMs = await timeUntil(() => load.acknowledged.size > acknowledged + 10);
    await load.stop();
    return { load, writesAfterMs };
  });

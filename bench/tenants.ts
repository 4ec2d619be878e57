// node bench/tenants.ts [--seconds 20] [--rounds 4]: 49 organisations at work, alone and beside one that does the worst
// that it may, in turns. It ends with 1 when a neighbour waits longer than the limit, or is refused.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchWorld } from './harness/open-world.ts';
import { readOptions, runInWorld } from './harness/run-bench.ts';
import { takeRounds } from './harness/turns.ts';
import { judgeNeighbours, listRefusals, type Round } from './tenants/judge-neighbours.ts';
import { openStage, type Stage } from './tenants/open-stage.ts';
import { workSteadily } from './tenants/work-steadily.ts';

const { seconds, rounds } = readOptions({ seconds: 20, rounds: 4 });
/** The attack is under way, or what it has left is done, before anything is measured. */
const SETTLE_MS = 4_000;
const WARM_UP_SECONDS = 8;

const takeRound = async (stage: Stage, { receiver }: BenchWorld): Promise<Round> => {
  const work = async () => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const done = await workSteadily(stage, receiver, seconds);
    delay.disable();
    return { ...done, ownDelayMs: delay.percentile(99) / 1e6 };
  };
  const alone = await work();
  await stage.leaveRoom();
  await receiver.hang();
  stage.startAttack();
  await sleep(SETTLE_MS);
  const attacked = await work();
  const outcomes = await stage.stopAttack();
  await receiver.release();
  await sleep(SETTLE_MS);
  return { alone, attacked, outcomes, mails: stage.countMails() };
};

await runInWorld(async (world) => {
  console.error('moving 50 organisations in …');
  const stage = await openStage(world);
  try {
    await world.receiver.release();
    await workSteadily(stage, world.receiver, WARM_UP_SECONDS);
    const measured = await takeRounds(rounds, () => takeRound(stage, world));
    return { findings: judgeNeighbours(measured), tables: [listRefusals(measured)] };
  } finally {
    await stage.close();
  }
});

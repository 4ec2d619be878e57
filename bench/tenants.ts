// node bench/tenants.ts [--seconds 20] [--rounds 3]: 49 organisations at work, alone and beside one that does the worst
// that it may, in turns. It ends with 1 when a neighbour waits longer than the limit, or is refused.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { describeMachine } from './page/describe-machine.ts';
import { printFindings } from './finding.ts';
import { openBenchWorld } from './open-bench-world.ts';
import { judgeNeighbours, listRefusals, type Round } from './tenants/judge-neighbours.ts';
import { openStage, type Stage } from './tenants/open-stage.ts';
import { workSteadily } from './tenants/work-steadily.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '20' }, rounds: { type: 'string', default: '4' } },
});
const SECONDS = Number(values.seconds);
/** The attack is under way, or what it has left is done, before anything is measured. */
const SETTLE_MS = 4_000;
const WARM_UP_SECONDS = 8;

const settle = () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

const machine = describeMachine();
const world = await openBenchWorld();
const rounds: Round[] = [];
let stage: Stage | undefined;
try {
  console.error('moving 50 organisations in …');
  const opened = await openStage(world);
  stage = opened;
  const { receiver } = world;
  const work = async () => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const done = await workSteadily(opened, receiver, { seconds: SECONDS });
    delay.disable();
    return { ...done, ownDelayMs: delay.percentile(99) / 1e6 };
  };
  await receiver.release();
  await workSteadily(opened, receiver, { seconds: WARM_UP_SECONDS });
  while (rounds.length < Number(values.rounds)) {
    console.error(`round ${rounds.length + 1}: alone …`);
    const alone = await work();
    await opened.leaveRoom();
    await receiver.hang();
    opened.attack.start();
    await settle();
    console.error(`round ${rounds.length + 1}: attacked …`);
    const attacked = await work();
    const outcomes = await opened.attack.stop();
    await receiver.release();
    rounds.push({ alone, attacked, outcomes, mails: opened.countMails() });
    await settle();
  }
} finally {
  await stage?.close();
  await world.close();
}
console.log(machine);
const findings = judgeNeighbours(rounds);
printFindings(findings);
console.log(listRefusals(rounds));
if (findings.some(({ holds }) => holds === false)) process.exitCode = 1;

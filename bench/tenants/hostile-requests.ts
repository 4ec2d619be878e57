// node bench/tenants/hostile-requests.ts [--seconds 6] [--rounds 3] [--only logo]: the GET of a neighbour alone, beside
// 100 ordinary requests a second, and beside as many hostile ones of each kind, which are as long, in turns. It ends with
// 1 when the neighbour waits longer than the limit beside hostile ones, is refused there or alone, or when a process ends.
import { parseArgs } from 'node:util';
import { listHostileKinds } from '../../journeys/hostile-requests/hostile-kinds.ts';
import { describeMachine } from '../page/describe-machine.ts';
import { inMs, inPercent, printFindings, type Finding } from '../finding.ts';
import { openHostileStage, type Answers, type HostileStage } from './hostile/open-hostile-stage.ts';
import { monotonicMs } from '../monotonic-ms.ts';
import { openBenchWorld } from '../open-bench-world.ts';
import { percentile } from '../percentile.ts';
import { limitBeside } from './judge-neighbours.ts';
import { atTimes } from './work-steadily.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
});
const SECONDS = Number(values.seconds);
const ROUNDS = Number(values.rounds);
const GETS_PER_SECOND = 100;
const WARM_UP_SECONDS = 5;
/** The attack is under way, or what it has left is done, before anything is measured. */
const SETTLE_MS = 1_000;

/** `processor`: what the API process used of one, as a share of the time. */
type Phase = { p50: number; p99: number; processor: number; failures: string[] };

const measure = async ({ getSession, readProcessorMs }: HostileStage, seconds = SECONDS): Promise<Phase> => {
  const begun = { processorMs: readProcessorMs(), atMs: monotonicMs() };
  const tookMs: number[] = [];
  const failures: string[] = [];
  await atTimes({ perSecond: GETS_PER_SECOND, seconds }, async () => {
    const beganMs = monotonicMs();
    const status = await getSession().catch((error: unknown) => String(error));
    tookMs.push(monotonicMs() - beganMs);
    if (status !== 200) failures.push(String(status));
  });
  const processor = (readProcessorMs() - begun.processorMs) / (monotonicMs() - begun.atMs);
  return { p50: percentile(tookMs, 0.5), p99: percentile(tookMs, 0.99), processor, failures };
};

const settle = () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

/** The neighbour alone, and beside as many requests of the same length by the same caller. */
const BESIDE = ['alone', 'ordinary', 'hostile'] as const;
type Beside = (typeof BESIDE)[number];

/** One kind, and what it is compared with, in turns. Of the phases the median counts, as something else may befall any. */
const judgeKind = async (stage: HostileStage, index: number): Promise<Finding> => {
  const { what, by } = listHostileKinds()[index]!;
  const phases: Record<Beside, Phase[]> = { alone: [], ordinary: [], hostile: [] };
  const answers: Answers = {};
  for (let round = 0; round < ROUNDS; round++) {
    phases.alone.push(await measure(stage));
    for (const body of ['ordinary', 'hostile'] as const) {
      const attack = await stage.startAttack({ index, body });
      await settle();
      phases[body].push(await measure(stage));
      const ended = await attack.stop();
      if (body === 'hostile') addAnswers(answers, ended);
      await settle();
    }
  }
  const middles = (of: 'p50' | 'p99' | 'processor'): number[] =>
    BESIDE.map((beside) =>
      percentile(
        phases[beside].map((phase) => phase[of]),
        0.5,
      ),
    );
  // Ordinary requests are shown, so that a reader sees what the processors cost, and change no limit.
  const [aloneMs, , hostileMs] = middles('p99') as [number, number, number];
  const limitMs = limitBeside(aloneMs);
  const failures = [...phases.alone, ...phases.hostile].flatMap((phase) => phase.failures);
  const told = Object.entries(answers).map(([answer, count]) => `${answer}: ${count}`);
  const list = (of: 'p50' | 'p99'): string => middles(of).map(inMs).join(', ');
  const used = middles('processor').map(inPercent).join(', ');
  console.error(`${what}, by ${by}: ${list('p99')}; processor ${used}; ${told.join(', ')}`);
  const factor = (hostileMs / aloneMs).toFixed(1);
  const fell = failures.length === 0 ? '' : `; ${failures.length} failed: ${[...new Set(failures)].join()}`;
  return {
    what: `${what}, by ${by} (${told.join(', ')}): processor ${used}; p50 ${list('p50')}; p99`,
    result: `${list('p99')} (${factor} times)${fell}`,
    limit: inMs(limitMs),
    holds: hostileMs <= limitMs && failures.length === 0,
  };
};

const addAnswers = (answers: Answers, more: Answers): void => {
  for (const [answer, count] of Object.entries(more)) answers[answer] = (answers[answer] ?? 0) + count;
};

const machine = describeMachine();
const world = await openBenchWorld();
const findings: Finding[] = [];
let stage: HostileStage | undefined;
try {
  stage = await openHostileStage(world);
  await measure(stage, WARM_UP_SECONDS);
  for (const [index, { what, by }] of listHostileKinds().entries()) {
    if (`${what}, by ${by}`.includes(values.only)) findings.push(await judgeKind(stage, index));
  }
  const ended = stage.listEnded();
  const result = ended.join(', ') || 'none';
  findings.push({ what: 'processes that ended', result, limit: 'none', holds: ended.length === 0 });
} finally {
  await stage?.close();
  await world.close();
}
console.log(machine);
printFindings(findings);
if (findings.some(({ holds }) => holds === false)) process.exitCode = 1;

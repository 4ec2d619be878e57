// node bench/evidence.ts [--only append,verify,photo,bundle,reports]: what evidence costs, each figure beside its limit.
// It ends with 1 when a limit is missed.
import { parseArgs } from 'node:util';
import { describeMachine } from './page/describe-machine.ts';
import { printFindings, type Finding } from './finding.ts';
import { measureAppend } from './evidence/measure-append.ts';
import { measureBundle } from './evidence/measure-bundle.ts';
import { measurePhoto } from './evidence/measure-photo.ts';
import { measureReports } from './evidence/measure-reports.ts';
import { measureVerifyChain } from './evidence/measure-verify-chain.ts';
import { openBenchWorld, type BenchWorld } from './open-bench-world.ts';

const { values } = parseArgs({
  options: { only: { type: 'string', default: 'append,verify,photo,bundle,reports' } },
});

const MEASURES: Record<string, (world: BenchWorld) => Promise<Finding[]>> = {
  append: measureAppend,
  verify: measureVerifyChain,
  photo: measurePhoto,
  bundle: measureBundle,
  reports: measureReports,
};

const machine = describeMachine();
const world = await openBenchWorld();
const findings: Finding[] = [];
try {
  for (const name of values.only.split(',')) {
    const measure = MEASURES[name];
    if (!measure) throw new Error(`--only: there is no ${name}; use ${Object.keys(MEASURES).join(', ')}`);
    console.error(`measuring ${name} …`);
    findings.push(...(await measure(world)));
  }
} finally {
  await world.close();
}
console.log(machine);
printFindings(findings);
if (findings.some(({ holds }) => holds === false)) process.exitCode = 1;

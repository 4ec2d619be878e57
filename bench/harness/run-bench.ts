import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { today, type Table } from '../../docs/pages/page.ts';
import { renderFigures, writeBenchmarks } from '../page/page.ts';
import type { PartName } from '../page/words.ts';
import type { Finding } from './figures.ts';
import { inWorld, type BenchWorld } from './open-world.ts';

/** `on`: what the figures were measured with, beside the machine. */
export type Measured = { findings?: Finding[]; tables?: Table[]; on?: string[] };

/**
 * Writes into its part of docs/benchmarks.md with `write`, else to the screen. The process ends with 1 when a limit is
 * missed.
 */
export const runBench = async (
  measure: () => Promise<Measured>,
  { part, write = false }: { part?: PartName; write?: boolean } = {},
): Promise<void> => {
  // The load of the last minute tells what else the machine does.
  const load = `load ${loadavg()[0]!.toFixed(1)} before`;
  const { findings = [], tables = [], on = [] } = await measure();
  const machine = [describeMachine(), `Node.js ${process.version}`, load, ...on].join(', ');
  const run = { date: today(), machine, tables, findings };
  if (part && write) await writeBenchmarks(part, run);
  else console.log([run.machine, ...renderFigures(run)].join('\n\n'));
  for (const { what, result, limit } of findings.filter(({ holds }) => holds === false)) {
    console.error(`missed: ${what}: ${result}, limit ${limit}`);
    process.exitCode = 1;
  }
};

export const runInWorld = (
  measure: (world: BenchWorld) => Promise<Measured>,
  report?: Parameters<typeof runBench>[1],
): Promise<void> =>
  runBench(
    () =>
      inWorld(async (world) => {
        const { on = [], ...measured } = await measure(world);
        return { ...measured, on: [...world.software, ...on] };
      }),
    report,
  );

/** An option that the command line does not name has its usual value. */
export const readOptions = <Options extends Record<string, number | string | boolean>>(
  usual: Options,
): Options => {
  const options = Object.entries(usual).map(([name, value]) => {
    const isFlag = typeof value === 'boolean';
    return [name, isFlag ? { type: 'boolean', default: value } : { type: 'string', default: `${value}` }];
  });
  const { values } = parseArgs({
    options: Object.fromEntries(options) as Record<string, { type: 'string' }>,
  });
  const read = Object.entries(usual).map(([name, value]) => [
    name,
    typeof value === 'number' ? Number(values[name]) : values[name],
  ]);
  return Object.fromEntries(read) as Options;
};

/** Runs the measures named by --only, or all, in the given order. */
export const measureOnly = async (
  only: string,
  measures: Readonly<Record<string, () => Promise<Finding[]>>>,
): Promise<Measured> => {
  const findings: Finding[] = [];
  for (const name of only === '' ? Object.keys(measures) : only.split(',')) {
    const measure = measures[name];
    if (!measure) throw new Error(`--only: there is no ${name}; use ${Object.keys(measures).join(', ')}`);
    console.error(`measuring ${name} …`);
    findings.push(...(await measure()));
  }
  return { findings };
};

export const describeMachine = (): string => {
  const processors = `${availableParallelism()} processors (${cpus()[0]?.model.trim()})`;
  return `${processors}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
};

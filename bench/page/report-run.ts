import { describeMachine } from './describe-machine.ts';
import type { BenchWorld } from '../open-bench-world.ts';
import { readPackageVersion } from './read-package-version.ts';
import { writePage } from './page.ts';
import { writeLastRun } from './last-runs.ts';
import type { LastRun, PartName } from './part.ts';
import { renderPart } from './render-page.ts';

/** What a run is made on and with; read before it, since it tells of the load before. */
export const describeRun = ({ postgres }: Pick<BenchWorld, 'postgres'>): string =>
  [
    describeMachine(),
    `PostgreSQL ${postgres}`,
    ...['express', 'pg', '@prisma/client'].map((name) => `${name} ${readPackageVersion(name)}`),
  ].join(', ');

/** Prints a run, or writes it into docs/benchmarks.md; the process ends with 1 when a limit is missed. */
export const reportRun = async (
  name: PartName,
  { write, ...run }: Omit<LastRun, 'date'> & { write: boolean },
): Promise<void> => {
  const dated = { date: new Date().toISOString().slice(0, 10), ...run };
  if (write) {
    await writeLastRun(name, dated);
    await writePage();
  } else console.log(renderPart(name, dated));
  for (const { what, result, limit } of run.findings.filter(({ holds }) => holds === false)) {
    console.error(`missed: ${what}: ${result}, limit ${limit}`);
    process.exitCode = 1;
  }
};

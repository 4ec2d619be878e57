// node bench/sdk.ts [--write] [--date 2026-11-20] [--tarball sdk.tgz]: the budgets of packages/sdk beside its rivals.
// It ends with 1 when a budget is missed.
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { version as typescript } from 'typescript';
import { judgeBudgets } from './sdk/judge-budgets.ts';
import { listFigures } from './sdk/list-figures.ts';
import { esbuildVersion } from './sdk/measure-bundles.ts';
import { measureLibraries } from './sdk/measure-libraries.ts';
import { openCustomer } from './sdk/open-customer.ts';
import { renderPage } from './sdk/render-page.ts';

const PAGE = join(import.meta.dirname, '../docs/sdk-budgets.md');

const { values } = parseArgs({
  options: {
    // Into docs/sdk-budgets.md, instead of printing it.
    write: { type: 'boolean', default: false },
    date: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    // One that is packed already, for measuring what is about to be published.
    tarball: { type: 'string' },
  },
});

const customer = await openCustomer(values.tarball && resolve(values.tarball));
const measured = await measureLibraries(customer, {
  imports: 9,
  types: 5,
  verifications: 15,
  requests: 11,
});
const judgements = judgeBudgets(measured);
const page = renderPage({
  command: 'script/pnpm --dir bench install --ignore-workspace\nscript/node bench/sdk.ts --write',
  date: values.date,
  machine: describeMachine(),
  installs: measured.installs,
  judgements,
  figures: listFigures(measured),
});
if (values.write) writeFileSync(PAGE, page);
else process.stdout.write(page);
for (const { what, ours, budget } of judgements.filter(({ held }) => !held)) {
  console.error(`missed: ${what}: ${ours}, budget ${budget}`);
  process.exitCode = 1;
}

function describeMachine(): string {
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  const processors = `${availableParallelism()} processors (${cpus()[0]?.model.trim()})`;
  return `${processors}, ${gibibytes} GiB, with Node.js ${process.version}, TypeScript ${typescript} and esbuild ${esbuildVersion}`;
}

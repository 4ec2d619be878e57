import { resolve } from 'node:path';
import { version as esbuild } from 'esbuild';
import { version as typescript } from 'typescript';
import { setPage, today, writePage } from '../docs/pages/page.ts';
import { describeMachine, readOptions } from './harness/run-bench.ts';
import { judgeBudgets } from './sdk/judge-budgets.ts';
import { listFigures } from './sdk/list-figures.ts';
import { measureLibraries } from './sdk/measure-libraries.ts';
import { openCustomer } from './sdk/open-customer.ts';
import { renderPage } from './sdk/render-page.ts';

const ROUNDS = { imports: 9, types: 5, verifications: 15 };

const { write, date, tarball } = readOptions({ write: false, date: today(), tarball: '' });

const customer = await openCustomer(tarball === '' ? undefined : resolve(tarball));
const measured = await measureLibraries(customer, ROUNDS);
const judgements = judgeBudgets(measured);
const page = renderPage({
  command: 'script/pnpm --dir bench/sdk install --ignore-workspace\nscript/node bench/sdk.ts --write',
  date,
  machine: `${describeMachine()}, with Node.js ${process.version}, TypeScript ${typescript} and esbuild ${esbuild}`,
  installs: measured.installs,
  judgements,
  figures: listFigures(measured),
});
if (write) await writePage('sdk-budgets.md', page);
else process.stdout.write(await setPage(page));
for (const { what, ours, budget } of judgements.filter(({ held }) => !held)) {
  console.error(`missed: ${what}: ${ours}, budget ${budget}`);
  process.exitCode = 1;
}

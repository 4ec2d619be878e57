import { renderTable } from '../../docs/pages/page.ts';
import { SIZE_BUDGETS, TIME_BUDGETS, type Judgement } from './judge-budgets.ts';
import { verdictOf } from '../harness/figures.ts';
import { LIBRARIES, OURS, type Library } from './libraries.ts';
import type { Install } from './measure-installs.ts';
import { inBytes } from './units.ts';

export type Page = {
  command: string;
  date: string;
  machine: string;
  installs: ReadonlyMap<string, Install>;
  judgements: readonly Judgement[];
  figures: readonly (readonly string[])[];
};

/** The page is docs/sdk-budgets.md. */
export const renderPage = ({ command, date, machine, installs, judgements, figures }: Page): string => `\
# The SDK's budgets

Measured on ${date}, on ${machine}. This page is written by its measurement, never by hand:

\`\`\`sh
${command}
\`\`\`

Everything is measured in one run: our package as a customer gets it, built and packed, beside others from npm. Milliseconds and calls per second are this machine's; what holds elsewhere too are the ratios. All time is what a processor spent on it, so that other work on the machine counts as little as it can. Where it says _to_, the figures of one round are divided, and the median of the rounds counts.

## Budgets

The best rival of the same task stands beside each. Ours to its figure: below 1 is less, which is better everywhere but in verifications.

${renderTable(
  {
    head: ['', 'budget', 'ours', 'best rival', 'ours to it', ''],
    rows: judgements.map((each) => [
      ...[each.what, each.budget, each.ours, each.rival, each.ratio],
      verdictOf(each.held),
    ]),
  },
  (column) => [1, 2, 4].includes(column),
)}

${nameBehind(judgements)}For sizes, imports and types of the whole the rivals are those that do the whole: a client with all its operations, and a verifier. The last three columns below do a part. Times are budgeted by their ratio to svix, the fastest of them when they were set: \
${TIME_BUDGETS.import.limitMs} ms for the import and ${TIME_BUDGETS.check.limitMs} ms for the check belong to a machine where \
svix took ${TIME_BUDGETS.import.svixMs} ms and ${TIME_BUDGETS.check.svixMs} ms.

The client without its operations may have ${inBytes(SIZE_BUDGETS.core)}, each operation ${inBytes(SIZE_BUDGETS.operation)} on average, and \`verifyWebhook\` ${inBytes(SIZE_BUDGETS.verifyWebhook)}: the tests of packages/sdk assert these three on its sources and on the packed package, without the rivals. The client is bundled once as it is and once without its operations; what they differ by, divided by the number of operations, is what each costs.

## All figures

${renderTable({ head: ['', ...LIBRARIES.map(({ name }) => name)], rows: figures }, (column) => column > 0)}

- **client** is what a program imports to list once; **verifier** what it imports to verify one delivery; minified by esbuild for a worker. Whoever needs nothing but a call or two is served in less by polar's single functions or by openapi-fetch: they are a typed \`fetch\`, without retries, idempotency keys or paging.
- **installed** is all files of the package and of its dependencies.
- **first import** and **heap** are those of a fresh process, less those of an empty module.
- **files**, **types**, **instantiations** and **check** are what TypeScript, with \`strict\` and \`exactOptionalPropertyTypes\`, has more to do than for an empty program, when a program makes a client, lists, and verifies a delivery. openapi-fetch is given a single route.
- **verifications** are of one and the same delivery, as text; svix leaves its parsing to the caller, here \`JSON.parse\`. openai and polar verify asynchronously, by WebCrypto.

## The others

${renderTable({
  head: ['', 'package', 'version', 'licence'],
  rows: LIBRARIES.filter(isListed).map(({ name, packageName }) => {
    const { version, license } = installs.get(name)!;
    return [name, `\`${packageName}\``, version, license];
  }),
})}
`;

const isListed = (library: Library): boolean => library !== OURS && library.entry !== undefined;

const nameBehind = (judgements: readonly Judgement[]): string => {
  const behind = judgements.filter((judgement) => judgement.held && judgement.behind);
  if (behind.length === 0) return '';
  return `Held, but better elsewhere: ${behind.map(({ what, rival }) => `${what} (${rival})`).join('; ')}.\n\n`;
};

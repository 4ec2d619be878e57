import type { Finding } from '../finding.ts';
import type { Table } from '../page/part.ts';
import type { CallPlans, Growth } from './measure-growth.ts';

/** The greatest page, and the row that tells that another follows. */
const PAGE_ROWS = 101;
/** What a page may look at before it ends short. */
const EXAMINED_ROWS = 5_001;

export const judgeGrowth = ({ sizes }: Growth): Finding[] => {
  const calls = sizes.flatMap((size) => size.calls.map((call) => ({ ...call, size: size.rows })));
  const judge = (
    what: string,
    limit: string,
    tellFault: (call: CallPlans) => string | undefined,
  ): Finding => {
    const faults = calls.flatMap((call) => {
      const fault = tellFault(call);
      return fault === undefined ? [] : [`${call.name} (${group(call.size)} sessions): ${fault}`];
    });
    return {
      what,
      result: faults.length === 0 ? 'none' : faults.join('; '),
      limit,
      holds: faults.length === 0,
    };
  };
  return [
    judge('calls that read a grown table whole', 'none', ({ readWhole }) =>
      readWhole.length > 0 ? readWhole.join(', ') : undefined,
    ),
    judge(`calls that sort more than ${PAGE_ROWS} rows`, 'none', ({ sorted }) =>
      sorted > PAGE_ROWS ? group(sorted) : undefined,
    ),
    judge(`calls of which a step looks at more than ${group(EXAMINED_ROWS)} rows`, 'none', ({ examined }) =>
      examined.rows > EXAMINED_ROWS ? `${group(examined.rows)} of ${examined.table}` : undefined,
    ),
  ];
};

/** The time of each kind of call by the size of the database, and how it grows. */
export const listGrowth = ({ sizes }: Growth): Table => {
  const [small, large] = [sizes[0]!, sizes.at(-1)!];
  return {
    head: [
      'statements of a call',
      `ms at ${group(small.rows)} sessions`,
      `ms at ${group(large.rows)}`,
      'to it',
      'statements',
      'most rows that a step looks at',
    ],
    rows: small.calls.map((call) => {
      const grown = large.calls.find(({ name }) => name === call.name)!;
      return [
        call.name,
        call.tookMs.toFixed(2),
        grown.tookMs.toFixed(2),
        (grown.tookMs / call.tookMs).toFixed(2),
        `${grown.statements}`,
        `${group(grown.examined.rows)}${grown.examined.table === '' ? '' : ` of ${grown.examined.table}`}`,
      ];
    }),
  };
};

const group = (count: number): string => count.toLocaleString('en').replaceAll(',', ' ');

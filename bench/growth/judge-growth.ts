import type { Table } from '../../docs/pages/page.ts';
import type { Finding } from '../harness/figures.ts';

export type CallPlans = {
  name: string;
  tookMs: number;
  statements: number;
  readWhole: string[];
  /** The most rows that one step sorted, and the most that one step looked at. */
  sorted: number;
  examined: { rows: number; table: string };
};

export type Growth = { sizes: { rows: number; calls: CallPlans[] }[] };

/** A list reads the greatest page, and the one row that tells that another page follows. */
const PAGE_ROWS = 101;
/** A page may look at so many rows before it ends short. */
const EXAMINED_ROWS = 5_001;

export const judgeGrowth = ({ sizes }: Growth): Finding[] => {
  const calls = sizes.flatMap((size) => size.calls.map((call) => ({ ...call, size: size.rows })));
  const judge = (what: string, tellFault: (call: CallPlans) => string | false): Finding => {
    const faults = calls.flatMap((call) => {
      const fault = tellFault(call);
      return fault === false ? [] : [`${call.name} (${group(call.size)} sessions): ${fault}`];
    });
    return { what, result: faults.join('; ') || 'none', limit: 'none', holds: faults.length === 0 };
  };
  return [
    judge(
      'calls that read a grown table whole',
      ({ readWhole }) => readWhole.length > 0 && readWhole.join(', '),
    ),
    judge(`calls that sort more than ${PAGE_ROWS} rows`, ({ sorted }) => sorted > PAGE_ROWS && group(sorted)),
    judge(
      `calls of which a step looks at more than ${group(EXAMINED_ROWS)} rows`,
      ({ examined: { rows, table } }) => rows > EXAMINED_ROWS && `${group(rows)} of ${table}`,
    ),
  ];
};

/** Shows how the time of each kind of call grows with the database. */
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

/** From auto_explain; `tookMs` is without the planning. */
export type ShownPlan = { text: string; tookMs: number; nodes: PlanNode[] };

/** `rowsIn`: the rows that the step looked at or was given, over all its loops. */
export type PlanNode = { type: string; table: string; rowsIn: number };

type RawNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: RawNode[];
};

export const readPlan = (notice: string): ShownPlan | undefined => {
  const [, took, json] = /^duration: ([\d.]+) ms +plan:\n([^]*)$/.exec(notice) ?? [];
  if (took === undefined || json === undefined) return undefined;
  const shown = JSON.parse(json) as { 'Query Text': string; Plan: RawNode };
  return { text: shown['Query Text'], tookMs: Number(took), nodes: listNodes(shown.Plan) };
};

const listNodes = (node: RawNode): PlanNode[] => [
  { type: node['Node Type'], table: node['Relation Name'] ?? '', rowsIn: countRowsIn(node) },
  ...(node.Plans ?? []).flatMap(listNodes),
];

const countRowsIn = (node: RawNode): number => {
  const loops = node['Actual Loops'];
  if (node['Relation Name'] !== undefined && node['Node Type'].endsWith('Scan')) {
    const left = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    return Math.round(loops * (node['Actual Rows'] + left));
  }
  const given = node.Plans ?? [];
  return Math.round(given.reduce((sum, each) => sum + each['Actual Rows'] * each['Actual Loops'], 0));
};

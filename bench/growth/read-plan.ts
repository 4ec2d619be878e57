/** A statement as auto_explain shows it: how long it ran, without its planning, and how. */
export type ShownPlan = { text: string; tookMs: number; nodes: PlanNode[] };

/** A step of a plan. `rowsIn`: what it looked at or was given, over all its loops. */
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

/** Of a notice that auto_explain made; undefined of any other. */
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

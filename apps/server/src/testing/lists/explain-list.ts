import pg from 'pg';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { MOST_SHOWN } from '../../platform/database/list-page.ts';
import { writeArrayLiteral } from '../../platform/database/write-array-literal.ts';

export type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
};

/** PostgreSQL plans once for all values, or for the given ones. */
const MODES = ['force_generic_plan', 'force_custom_plan'];

type Explained = { plans: PlanNode[]; nextCursor: string | null };
type ReadPage = (context: Context) => Promise<{ next_cursor: string | null }>;

/** The plans as they ran, in both ways of planning. */
export const explainList = async (
  context: Context,
  client: pg.Client,
  read: ReadPage,
): Promise<Explained> => {
  const plans: PlanNode[] = [];
  const $queryRaw = async (strings: TemplateStringsArray, ...values: unknown[]) => {
    const statement = Prisma.sql(strings, ...values);
    for (const mode of MODES) plans.push(await explainStatement(client, mode, statement));
    return context.database.prisma.$queryRaw`${statement}`;
  };
  const explained = { $queryRaw, session: context.database.prisma.session } as never;
  const page = await read({ ...context, database: { ...context.database, prisma: explained } });
  return { plans, nextCursor: page.next_cursor };
};

const walkPlan = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(walkPlan)];

const writeLiteral = (value: unknown): string => {
  if (Array.isArray(value)) return writeArrayLiteral(value as string[]);
  return value instanceof Date ? value.toISOString() : String(value);
};

export const explainStatement = async (
  client: pg.Client,
  mode: string,
  statement: Prisma.Sql,
): Promise<PlanNode> => {
  const values = statement.values.map((value) => pg.escapeLiteral(writeLiteral(value)));
  await client.query(`set plan_cache_mode = ${mode}; prepare explained as ${statement.text}`);
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, timing off, format json) execute explained ${values.length > 0 ? `(${values.join(', ')})` : ''}`,
  );
  await client.query('deallocate explained');
  return rows[0]!['QUERY PLAN'][0].Plan;
};

export const mostExamined = (plan: PlanNode): number =>
  Math.max(...walkPlan(plan).filter(isScan).map(countExamined));

/** A list should neither read a table whole nor sort more than a page has. */
export const findFaults = (plan: PlanNode): string[] =>
  walkPlan(plan).flatMap((node) => {
    const [child] = node.Plans ?? [];
    if (node['Node Type'] === 'Seq Scan') return [`reads ${node['Relation Name']} whole`];
    if (node['Node Type'].includes('Sort') && child!['Actual Rows'] > MOST_SHOWN)
      return [`sorts ${child!['Actual Rows']}`];
    return [];
  });

const isScan = (node: PlanNode): boolean => 'Relation Name' in node || 'Index Name' in node;

const countExamined = (node: PlanNode): number =>
  node['Actual Loops'] *
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0));

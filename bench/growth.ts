// node bench/growth.ts [--rows 5000000] [--small 10000] [--write]: the statements and plans of the API's calls on a
// small and a large database. --rows are the sessions; other growing tables have a fifth. It takes some 8 GiB under
// TMPDIR, and ends with 1 when a plan reads or sorts what it must not.
import { medianOf, sumOf } from './harness/figures.ts';
import { withClient, type BenchWorld } from './harness/open-world.ts';
import { readOptions, runInWorld } from './harness/run-bench.ts';
import { composeRequest } from './load/connection.ts';
import { listReads } from './requests/list-reads.ts';
import { listWrites } from './requests/list-writes.ts';
import { listHardestFilters } from './stage/fill-sessions.ts';
import { openMovedIn, type Tenant } from './stage/move-in.ts';
import { recordCalls, withRecordedApi } from './requests/start-recording-proxy.ts';
import { fillTables } from './growth/fill-tables.ts';
import {
  judgeGrowth,
  listGrowth,
  readPlan,
  type CallPlans,
  type Growth,
  type ShownPlan,
} from './growth/judge-growth.ts';
import { PUBLIC_ROOT } from '../packages/contract/src/laws/roots.ts';

const ORGANISATIONS = 8;
const GROWN_ROWS = 1_000;
const CALLS = { uncounted: 4, counted: 12 };

const measureGrowth = async (world: BenchWorld, sizes: number[]): Promise<Growth> => {
  const { databaseUrl, tenants, organisationIds } = await openMovedIn(world, ORGANISATIONS);
  const done: Growth['sizes'] = [];
  for (const rows of sizes) {
    console.error(`filling up to ${rows} sessions …`);
    await fillTables(databaseUrl, { organisationIds, from: (done.at(-1)?.rows ?? 0) + 1, to: rows });
    console.error('calling …');
    done.push({ rows, calls: await explainCalls(databaseUrl, tenants, rows) });
  }
  return { sizes: done };
};

const explainCalls = async (databaseUrl: string, tenants: Tenant[], rows: number): Promise<CallPlans[]> => {
  const grown = await showPlans(databaseUrl);
  return withRecordedApi(databaseUrl, async ({ baseUrl, proxy }) => {
    const calls: CallPlans[] = [];
    for (const { name, requests, wanted } of await listCalls(baseUrl, tenants, rows)) {
      const recordings = (await recordCalls(baseUrl, { proxy, requests, wanted })).slice(CALLS.uncounted);
      const plans = recordings.map(({ notices }) => notices.flatMap((notice) => readPlan(notice) ?? []));
      calls.push({ name, ...judgeCalls(plans, grown) });
    }
    return calls;
  });
};

/** PostgreSQL shows the plan of each statement to its sender. Gives the tables that have grown. */
const showPlans = (databaseUrl: string): Promise<Set<string>> =>
  withClient(databaseUrl, async (client) => {
    const name = new URL(databaseUrl).pathname.slice(1);
    await client.query(`load 'auto_explain'`);
    for (const [setting, value] of Object.entries(SHOWN)) {
      await client.query(`alter database ${name} set ${setting} = '${value}'`);
    }
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and reltuples > ${GROWN_ROWS}`,
    );
    return new Set(rows.map((row) => row.name));
  });

const SHOWN = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
};

type Call = { name: string; wanted: number; requests: Buffer[] };

const listCalls = async (baseUrl: string, tenants: Tenant[], rows: number): Promise<Call[]> => {
  const count = CALLS.uncounted + CALLS.counted;
  // The other cases only vary the number of organisations or the size of a page.
  const isOwn = ({ name }: { name: string }) => !/organisations|matches nothing/.test(name);
  const reads = (await listReads(baseUrl, { tenants, sessions: rows })).filter(isOwn);
  const calls: Call[] = reads.map(({ name, requests }) => ({ name, wanted: 200, requests }));
  const [{ organisationId, apiKey }] = tenants as [Tenant];
  for (const [filter, query] of Object.entries(listHardestFilters(organisationId))) {
    const path = `${PUBLIC_ROOT}/sessions?limit=100&${query}`;
    const request = composeRequest({ method: 'GET', path, token: apiKey });
    calls.push({ name: `GET list by ${filter}`, wanted: 200, requests: [request] });
  }
  for (const { name, wanted, prepare } of listWrites(tenants).filter(isOwn)) {
    calls.push({ name, wanted, requests: await prepare(baseUrl, count) });
  }
  return calls.map(({ requests, ...call }) => ({
    ...call,
    requests: Array.from({ length: count }, (_, turn) => requests[turn % requests.length]!),
  }));
};

const judgeCalls = (calls: ShownPlan[][], grown: Set<string>): Omit<CallPlans, 'name'> => {
  const nodes = calls.flat().flatMap((plan) => plan.nodes);
  const sorts = nodes.filter(({ type }) => type.endsWith('Sort'));
  const scans = nodes.filter(({ type, table }) => type.endsWith('Scan') && table !== '');
  const [examined] = scans.toSorted((a, b) => b.rowsIn - a.rowsIn);
  const wholes = scans.filter(({ type, table }) => type === 'Seq Scan' && grown.has(table));
  const addUp = (plans: ShownPlan[]) => sumOf(plans.map(({ tookMs }) => tookMs));
  if (nodes.length === 0) throw new Error('PostgreSQL showed no plan.');
  return {
    tookMs: medianOf(calls.map(addUp)),
    statements: medianOf(calls.map(({ length }) => length)),
    readWhole: [...new Set(wholes.map(({ table }) => table))],
    sorted: Math.max(0, ...sorts.map(({ rowsIn }) => rowsIn)),
    examined: { rows: examined?.rowsIn ?? 0, table: examined?.table ?? '' },
  };
};

const { rows, small, write } = readOptions({ rows: 5_000_000, small: 10_000, write: false });

await runInWorld(
  async (world) => {
    const growth = await measureGrowth(world, [small, rows]);
    return { tables: [listGrowth(growth)], findings: judgeGrowth(growth) };
  },
  { part: 'growth', write },
);

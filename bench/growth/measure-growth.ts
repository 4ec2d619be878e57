import { rm } from 'node:fs/promises';
import pg from 'pg';
import { dataDirOf, runDataDir } from '../../apps/server/src/testing/data-dir-of.ts';
import { PUBLIC_ROOT } from '../../packages/contract/src/laws/roots.ts';
import { spawnServer } from '../../apps/server/src/testing/spawn-server.ts';
import { composeRequest } from '../load/compose-request.ts';
import { openConnection } from '../load/open-connection.ts';
import type { BenchWorld } from '../open-bench-world.ts';
import { percentile } from '../percentile.ts';
import { listReads } from '../requests/list-reads.ts';
import { listWrites } from '../requests/list-writes.ts';
import { listHardestFilters } from '../stage/hardest-filters.ts';
import { moveIn, type Tenant } from '../stage/move-in.ts';
import { RAISED_LIMITS } from '../stage/raised-limits.ts';
import { startRecordingProxy, type RecordingProxy } from '../wire/start-recording-proxy.ts';
import { fillTables } from './fill-tables.ts';
import { readPlan, type ShownPlan } from './read-plan.ts';

/** A kind of call at one size. */
export type CallPlans = {
  name: string;
  /** Of all its statements together, the middle call. */
  tookMs: number;
  statements: number;
  /** Tables of more than `GROWN_ROWS` rows that were read whole. */
  readWhole: string[];
  /** The most rows that one step sorted, and that one step looked at. */
  sorted: number;
  examined: { rows: number; table: string };
};

export type Growth = { sizes: { rows: number; calls: CallPlans[] }[] };

const ORGANISATIONS = 8;
const GROWN_ROWS = 1_000;
/** The first few of a kind open connections and plan. */
const CALLS = { uncounted: 4, counted: 12 };

/** Each kind of call at each size of the database, with the plans of its statements. */
export const measureGrowth = async (world: BenchWorld, sizes: number[]): Promise<Growth> => {
  const database = await world.openDatabase();
  const { databaseUrl } = database;
  const tenants: Tenant[] = [];
  while (tenants.length < ORGANISATIONS) tenants.push(await moveIn(database.context));
  await database.close();
  const organisationIds = tenants.map(({ organisationId }) => organisationId);
  try {
    const done: Growth['sizes'] = [];
    for (const rows of sizes) {
      console.error(`filling up to ${rows} sessions …`);
      await fillTables(databaseUrl, { organisationIds, from: (done.at(-1)?.rows ?? 0) + 1, to: rows });
      console.error('calling …');
      done.push({ rows, calls: await explainCalls(databaseUrl, tenants, rows) });
    }
    return { sizes: done };
  } finally {
    await rm(runDataDir(databaseUrl), { recursive: true, force: true });
  }
};

const explainCalls = async (databaseUrl: string, tenants: Tenant[], rows: number): Promise<CallPlans[]> => {
  const grown = await showPlans(databaseUrl);
  const proxy = await startRecordingProxy(databaseUrl);
  const env = { ...RAISED_LIMITS, DATA_DIR: dataDirOf(databaseUrl) };
  const server = await spawnServer('api', { databaseUrl: proxy.databaseUrl, env });
  try {
    const calls: CallPlans[] = [];
    for (const { name, requests, wanted } of await listCalls(server.baseUrl, tenants, rows)) {
      calls.push({ name, ...judgeCalls(await explain(server.baseUrl, { proxy, requests, wanted }), grown) });
    }
    return calls;
  } finally {
    await server.kill();
    await proxy.close();
  }
};

/** Has PostgreSQL show the plan of each statement to whoever sent it. Gives the tables that have grown. */
const showPlans = async (databaseUrl: string): Promise<Set<string>> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  };
  try {
    const name = new URL(databaseUrl).pathname.slice(1);
    await client.query(`load 'auto_explain'`);
    for (const [setting, value] of Object.entries(settings)) {
      await client.query(`alter database ${name} set ${setting} = '${value}'`);
    }
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and reltuples > ${GROWN_ROWS}`,
    );
    return new Set(rows.map((row) => row.name));
  } finally {
    await client.end();
  }
};

type Call = { name: string; wanted: number; requests: Buffer[] };

const listCalls = async (baseUrl: string, tenants: Tenant[], rows: number): Promise<Call[]> => {
  const count = CALLS.uncounted + CALLS.counted;
  // The others say the same of several organisations, or of a page of another size.
  const isOwn = ({ name }: { name: string }) => !/organisations|matches nothing/.test(name);
  const reads = (await listReads(baseUrl, { tenants, rows })).filter(isOwn);
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

/** The plans of each call that counts. */
const explain = async (
  baseUrl: string,
  { proxy, requests, wanted }: { proxy: RecordingProxy; requests: Buffer[]; wanted: number },
): Promise<ShownPlan[][]> => {
  const connection = await openConnection(baseUrl);
  const shown: ShownPlan[][] = [];
  try {
    for (const request of requests) {
      proxy.take();
      const { status, body } = await connection.ask(request);
      if (status !== wanted) throw new Error(`${status} instead of ${wanted}: ${body.slice(0, 500)}`);
      shown.push(proxy.take().notices.flatMap((notice) => readPlan(notice) ?? []));
    }
  } finally {
    connection.close();
  }
  return shown.slice(CALLS.uncounted);
};

const judgeCalls = (calls: ShownPlan[][], grown: Set<string>): Omit<CallPlans, 'name'> => {
  const nodes = calls.flat().flatMap((plan) => plan.nodes);
  const sorts = nodes.filter(({ type }) => type.endsWith('Sort'));
  const scans = nodes.filter(({ type, table }) => type.endsWith('Scan') && table !== '');
  const [examined] = scans.toSorted((a, b) => b.rowsIn - a.rowsIn);
  const wholes = scans.filter(({ type, table }) => type === 'Seq Scan' && grown.has(table));
  const sumOf = (plans: ShownPlan[]) => plans.reduce((sum, { tookMs }) => sum + tookMs, 0);
  if (nodes.length === 0) throw new Error('PostgreSQL showed no plan.');
  return {
    tookMs: percentile(calls.map(sumOf), 0.5),
    statements: percentile(
      calls.map(({ length }) => length),
      0.5,
    ),
    readWhole: [...new Set(wholes.map(({ table }) => table))],
    sorted: Math.max(0, ...sorts.map(({ rowsIn }) => rowsIn)),
    examined: { rows: examined?.rowsIn ?? 0, table: examined?.table ?? '' },
  };
};

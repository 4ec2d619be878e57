// node bench/clean-up.ts [--only invite_tokens,…,objects] [--rows 10000000] [--objects 1000000]: what a clean-up takes when
// a whole table is over, and what the sweep of the objects takes. It prints the plan of a step, and ends with 1 when a
// table is read whole, or an object is missed. A clean-up ends after five minutes: what is left then is the next hour's,
// and said.
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { Context } from '../apps/server/src/context.ts';
import { explainSteps } from '../apps/server/src/testing/explain-steps.ts';
import { FILLED_TABLES, fillOldRows, type FilledTable } from '../apps/server/src/testing/fill-old-rows.ts';
import { CLEAN_UPS, READS_WHOLE } from '../apps/server/src/testing/list-clean-ups.ts';
import { seedOrganisation } from '../apps/server/src/testing/seed-organisation.ts';
import { describeMachine } from './page/describe-machine.ts';
import { inMs, perSecond, printFindings, type Finding } from './finding.ts';
import { measureSweep } from './clean-up/measure-sweep.ts';
import { openBenchWorld, type BenchDatabase } from './open-bench-world.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: [...FILLED_TABLES, 'objects'].join(',') },
    rows: { type: 'string', default: '10000000' },
    objects: { type: 'string', default: '1000000' },
  },
});
const DAY_MS = 86_400_000;

const ROWS = Number(values.rows);

const measure = async ({ context, databaseUrl }: BenchDatabase, table: FilledTable): Promise<Finding[]> => {
  const { organisationId } = await seedOrganisation(context);
  const at = new Date(context.clock.now().getTime() - 40 * DAY_MS);
  console.error(`filling ${table} …`);
  await fillOldRows(databaseUrl, { table, organisationId, count: ROWS, at });
  const { cleanUp } = CLEAN_UPS[table];
  const plans = await explainSteps(context, cleanUp);
  const readsWhole = plans.some((plan) => READS_WHOLE.test(plan));
  console.log(`${plans.at(-1)}\n`);
  console.error(`cleaning up ${table} …`);
  const { watched, steps } = watchSteps(context);
  const beganMs = performance.now();
  await cleanUp(watched);
  const tookMs = performance.now() - beganMs;
  // Counted in the table: a step tells how many rows it looked at, which may stay.
  const left = await countRows(databaseUrl, table);
  const cleaned = ROWS - left;
  return [
    {
      what: `${table} of ${ROWS} rows: cleaned up in steps of 5000`,
      result: perSecond((1000 * cleaned) / tookMs),
      limit: '',
      holds: null,
    },
    {
      what: `${table}: the slowest of ${steps.length} steps`,
      result: inMs(Math.max(...steps.map(({ ms }) => ms))),
      limit: '',
      holds: null,
    },
    { what: `${table}: left to the next hour`, result: `${left}`, limit: '', holds: null },
    {
      what: `${table}: read whole`,
      result: readsWhole ? 'yes' : 'no',
      limit: 'no',
      holds: !readsWhole,
    },
  ];
};

/** On a connection of its own, since it may take longer than the service lets a statement run. */
const countRows = async (databaseUrl: string, table: FilledTable): Promise<number> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from ${table} where ${CLEAN_UPS[table].over ?? 'true'}`,
    );
    return rows[0]!.count;
  } finally {
    await client.end();
  }
};

type Step = { ms: number; rows: number };

/** A context that notes of each statement how long it takes, and how many rows it handles. */
const watchSteps = (context: Context): { watched: Context; steps: Step[] } => {
  const steps: Step[] = [];
  const { prisma } = context.database;
  const watch = async <T>(run: () => Promise<T>, count: (result: T) => number): Promise<T> => {
    const beganMs = performance.now();
    const result = await run();
    steps.push({ ms: performance.now() - beganMs, rows: count(result) });
    return result;
  };
  type Raw = [TemplateStringsArray, ...unknown[]];
  const watched = {
    $queryRaw: (...statement: Raw) =>
      watch(
        () => prisma.$queryRaw<{ count: number }[]>(...statement),
        ([found]) => found!.count,
      ),
    $executeRaw: (...statement: Raw) =>
      watch(
        () => prisma.$executeRaw(...statement),
        (rows) => rows,
      ),
  };
  return { watched: { ...context, database: { ...context.database, prisma: watched as never } }, steps };
};

const machine = describeMachine();
const world = await openBenchWorld();
const findings: Finding[] = [];
try {
  for (const table of values.only.split(',')) {
    if (!(table in CLEAN_UPS) && table !== 'objects')
      throw new Error(`--only: there is no ${table}; use objects, ${FILLED_TABLES.join(', ')}`);
    const database = await world.openDatabase();
    if (table === 'objects') findings.push(...(await measureSweep(database, Number(values.objects))));
    else findings.push(...(await measure(database, table as FilledTable)));
    await database.close();
  }
} finally {
  await world.close();
}
console.log(machine);
printFindings(findings);
if (findings.some(({ holds }) => holds === false)) process.exitCode = 1;

// node bench/clean-up.ts [--only invite_tokens,…,objects] [--rows 10000000] [--objects 1000000]: what a clean-up takes when
// a whole table is over, and what the sweep of the objects takes. It prints the plan of a step, and ends with 1 when a
// table is read whole, or an object is missed. A clean-up ends after five minutes: what is left then is the next hour's,
// and said.
import type { Context } from '../apps/server/src/context.ts';
import { sweepObjectsFrom } from '../apps/server/src/features/evidence/sweep-objects-from.ts';
import { explainSteps } from '../apps/server/src/testing/explain-steps.ts';
import { fillObjects } from '../apps/server/src/testing/fill-objects.ts';
import { FILLED_TABLES, fillOldRows, type FilledTable } from '../apps/server/src/testing/fill-old-rows.ts';
import { CLEAN_UPS, READS_WHOLE } from '../apps/server/src/testing/list-clean-ups.ts';
import { seedOrganisation } from '../apps/server/src/testing/seed-organisation.ts';
import { inMiB, inMs, judgeAtMost, perSecond, sumOf, tell, type Finding } from './harness/figures.ts';
import { withClient, type BenchDatabase } from './harness/open-world.ts';
import { measureOnly, readOptions, runInWorld } from './harness/run-bench.ts';
import { timeMs } from './harness/turns.ts';

const DAY_MS = 86_400_000;
/** Every twentieth object is an orphan. */
const ORPHANS = 20;

const measureTable = async (
  { context, databaseUrl }: BenchDatabase,
  table: FilledTable,
  rows: number,
): Promise<Finding[]> => {
  const { organisationId } = await seedOrganisation(context);
  const at = new Date(context.clock.now().getTime() - 40 * DAY_MS);
  await fillOldRows(databaseUrl, { table, organisationId, count: rows, at });
  const { cleanUp, over = 'true' } = CLEAN_UPS[table];
  const plans = await explainSteps(context, cleanUp);
  const wholes = plans.filter((plan) => READS_WHOLE.test(plan)).length;
  console.log(`${plans.at(-1)}\n`);
  console.error('cleaning up …');
  const { watched, steps } = watchSteps(context);
  const tookMs = await timeMs(() => cleanUp(watched));
  // Counted in the table: a step tells how many rows it looked at, which may stay.
  const left = await withClient(databaseUrl, async (client) => {
    const text = `select count(*)::int as count from ${table} where ${over}`;
    return (await client.query<{ count: number }>(text)).rows[0]!.count;
  });
  return [
    tell(`${table} of ${rows} rows: cleaned up in steps of 5000`, perSecond((1000 * (rows - left)) / tookMs)),
    tell(`${table}: the slowest of ${steps.length} steps`, inMs(Math.max(...steps))),
    tell(`${table}: left to the next hour`, `${left}`),
    judgeAtMost(`${table}: read whole`, wholes, { most: 0, inWords: (count) => (count > 0 ? 'yes' : 'no') }),
  ];
};

/** A context that notes of each statement how long it takes. */
const watchSteps = (context: Context): { watched: Context; steps: number[] } => {
  const steps: number[] = [];
  const { prisma } = context.database;
  const watch = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    const beganMs = performance.now();
    const result = await run();
    steps.push(performance.now() - beganMs);
    return result;
  };
  type Raw = [TemplateStringsArray, ...unknown[]];
  const watched = {
    $queryRaw: (...statement: Raw) => watch(() => prisma.$queryRaw(...statement)),
    $executeRaw: (...statement: Raw) => watch(() => prisma.$executeRaw(...statement)),
  };
  return { watched: { ...context, database: { ...context.database, prisma: watched as never } }, steps };
};

/** The sweep of a folder of old objects, all of one organisation, which is the largest folder of names that it meets. */
const measureSweep = async ({ context, databaseUrl }: BenchDatabase, count: number): Promise<Finding[]> => {
  const { organisationId } = await seedOrganisation(context);
  const at = new Date(context.clock.now().getTime() - 3 * DAY_MS);
  const folder = await fillObjects(context, { databaseUrl, organisationId, count, at, orphanEach: ORPHANS });
  console.error('sweeping …');
  const idleBytes = process.memoryUsage().rss;
  const steps: number[] = [];
  const swept = { seen: 0, deleted: 0 };
  let peakBytes = 0;
  for (let after: string | undefined = ''; after !== undefined;) {
    const stepMs = performance.now();
    const step = await sweepObjectsFrom(context, after);
    steps.push(performance.now() - stepMs);
    peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
    swept.seen += step.seen;
    swept.deleted += step.deleted;
    after = step.next;
  }
  folder.remove();
  const wanted = `${count}, ${Math.floor(count / ORPHANS)}`;
  const found = `${swept.seen}, ${swept.deleted}`;
  return [
    tell(
      `objects in a folder of ${count}, one of ${ORPHANS} an orphan: looked at in steps of 5000 or 10 s`,
      perSecond((1000 * swept.seen) / sumOf(steps)),
    ),
    judgeAtMost(`objects: the slowest of ${steps.length} steps`, Math.max(...steps), {
      most: 15_000,
      inWords: inMs,
    }),
    { what: 'objects: looked at, deleted', result: found, limit: wanted, holds: found === wanted },
    tell('objects: memory of the process before, at most', [idleBytes, peakBytes].map(inMiB).join(', ')),
  ];
};

const { only, rows, objects } = readOptions({ only: '', rows: 10_000_000, objects: 1_000_000 });

await runInWorld((world) => {
  const inDatabase = (measure: (database: BenchDatabase) => Promise<Finding[]>) => async () => {
    const database = await world.openDatabase();
    const findings = await measure(database);
    await database.close();
    return findings;
  };
  const ofTables = FILLED_TABLES.map(
    (table) => [table, inDatabase((database) => measureTable(database, table, rows))] as const,
  );
  const ofObjects = inDatabase((database) => measureSweep(database, objects));
  return measureOnly(only, { ...Object.fromEntries(ofTables), objects: ofObjects });
});

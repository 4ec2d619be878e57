import { Prisma } from '#prisma';
import type { Right } from '../platform/database/effects.ts';
import type { Tx } from '../platform/database/transact.ts';
import { traceOn } from '../platform/tracing/trace.ts';

export type Expressions = Record<string, Prisma.Sql>;

export type Part = {
  expressions?: Expressions;
  /** Jobs that follow from its rows: a select of (identifier text, payload json, run_at timestamptz, job_key text). */
  jobs?: Prisma.Sql;
  /**
   * The condition for a commit: true or false, of what the expressions have written. It is judged before the other
   * expressions are carried out. A condition that always holds has no refusal: its expressions have their locks taken
   * first.
   */
  condition?: { holds: Prisma.Sql; refuse?: () => Promise<Error> | Error };
};

export const sendStatement = async (
  db: Tx['db'],
  { parts, right = null }: { parts: Part[]; right?: Right | null },
): Promise<void> => {
  const expressions = parts
    .flatMap(({ expressions: named = {} }) => Object.entries(named))
    .map(nameExpression);
  const jobs = parts.flatMap((part) => part.jobs ?? []);
  if (jobs.length > 0) expressions.push(nameExpression(['jobs', addJobs(jobs)]));
  if (right) expressions.push(nameExpression(['held', right.holds]));
  if (expressions.length === 0) return;
  // The conditions come first: every transaction takes their locks before those of its other expressions.
  const conditions = parts.flatMap(({ condition }) => condition ?? []);
  const rows = await db.$queryRaw<{ met: boolean[]; held: boolean | null }[]>`
    with ${Prisma.join(expressions, ',\n')}
    select array[${joinConditions(conditions)}]::boolean[] as met,
      ${jobs.length > 0 ? Prisma.sql`(select added from jobs)` : Prisma.sql`0`} as added,
      ${right ? Prisma.sql`(table held)` : Prisma.sql`true`} as held
  `;
  const { met, held } = rows[0]!;
  if (!held) throw right!.refuse(held === false);
  const missed = conditions[met.indexOf(false)];
  if (missed?.refuse) throw await missed.refuse();
};

const nameExpression = ([name, statement]: [string, Prisma.Sql]): Prisma.Sql =>
  Prisma.sql`${Prisma.raw(name)} as (${statement})`;

const joinConditions = (conditions: { holds: Prisma.Sql }[]): Prisma.Sql =>
  conditions.length === 0 ? Prisma.empty : Prisma.join(conditions.map(({ holds }) => holds));

// A job goes on the trace of what brought it about.
const leadOn = (): Prisma.Sql => {
  const trace = traceOn();
  if (!trace.traceparent) return Prisma.sql`j.payload`;
  return Prisma.sql`(j.payload::jsonb || ${JSON.stringify(trace)}::jsonb)::json`;
};

// A single call adds all jobs of the transaction: each call costs half a millisecond of the database, and its NOTIFY
// serialises commits.
const addJobs = (jobs: Prisma.Sql[]): Prisma.Sql => Prisma.sql`
    select count(*)::int as added
    from graphile_worker.add_jobs((
      select coalesce(array_agg((
        j.identifier, ${leadOn()}, null, j.run_at, 25, j.job_key, null, null
      )::graphile_worker.job_spec), '{}')
      from (${Prisma.join(jobs, '\nunion all\n')}) j (identifier, payload, run_at, job_key)
    ))`;

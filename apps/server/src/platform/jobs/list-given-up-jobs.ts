import type { Context } from '../../context.ts';
import { hidePersonal } from '../describe-causes.ts';
import { listFacts, type GivenUpFacts } from './given-up-facts.ts';
import { GIVEN_UP_JOBS } from './given-up-jobs.ts';

/** Work that gave up: its subject by ids, names and times; its error has nobody's address in it. */
export type GivenUpJob = {
  id: string;
  kind: string;
  about: string;
  since: Date;
  tries: number;
  error: string;
};

const LIMIT = 1_000;
const ERROR_LENGTH = 500;

/**
 * Lists the first thousand jobs that gave up, in the order in which they were enqueued; then as many rows of each kind.
 */
export const listGivenUpJobs = async (
  context: Pick<Context, 'database' | 'clock'>,
  facts: readonly GivenUpFacts[],
): Promise<GivenUpJob[]> => {
  const { database } = context;
  const { rows } = await database.pool.query<Omit<GivenUpJob, 'about'> & { about: unknown }>(`
    select j.id::text as id, t.identifier as kind, j.payload as about, j.created_at as since, j.attempts as tries,
      coalesce(j.last_error, 'The process that ran it died.') as error
    from ${GIVEN_UP_JOBS}
    order by j.id
    limit ${LIMIT}
  `);
  return [...rows, ...(await listFacts(context, facts, LIMIT))].map(({ about, error, ...job }) => ({
    ...job,
    about: describeSubject(about),
    error: hidePersonal(error).slice(0, ERROR_LENGTH),
  }));
};

const describeSubject = (about: unknown): string =>
  Object.entries(about ?? {})
    .filter(([name]) => name !== '_cron')
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');

import type { Context } from '../../context.ts';
import { hidePersonal } from '../describe-causes.ts';
import { GIVEN_UP_JOBS } from './given-up-jobs.ts';

/** A job that gave up: what it is about are ids and times, its error has nobody's address in it. */
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

/** The first thousand jobs that gave up, in the order in which they were enqueued. */
export const listGivenUpJobs = async ({ database }: Pick<Context, 'database'>): Promise<GivenUpJob[]> => {
  const { rows } = await database.pool.query<Omit<GivenUpJob, 'about'> & { payload: unknown }>(`
    select j.id::text as id, t.identifier as kind, j.payload, j.created_at as since, j.attempts as tries,
      coalesce(j.last_error, 'The process that ran it died.') as error
    from ${GIVEN_UP_JOBS}
    order by j.id
    limit ${LIMIT}
  `);
  return rows.map(({ payload, error, ...job }) => ({
    ...job,
    about: describePayload(payload),
    error: hidePersonal(error).slice(0, ERROR_LENGTH),
  }));
};

const describePayload = (payload: unknown): string =>
  Object.entries(payload ?? {})
    .filter(([name]) => name !== '_cron')
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');

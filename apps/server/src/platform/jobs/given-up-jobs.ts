/**
 * The jobs that failed for the last time: of graphile-worker's 25 tries, which take three days, or of the three that the
 * crontab gives. One without a key was replaced while it ran by a newer job of its key, and a run by the clock is
 * replaced by the next one; ten minutes are left to a scrape to see that it failed.
 */
export const GIVEN_UP_JOBS = `
  graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_known_crontabs c on c.identifier = t.identifier
  where j.attempts >= j.max_attempts and j.locked_at is null
    and (
      j.key is not null
      or (j.payload #>> '{_cron,ts}')::timestamptz >= c.last_execution
      or (j.payload #>> '{_cron,ts}' is not null and j.created_at > clock_timestamp() - interval '10 minutes')
    )`;

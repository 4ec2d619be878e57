import { setTimeout as sleep } from 'node:timers/promises';
import type { SoakWorld } from './open-soak-world.ts';

/** A killed worker is noticed after three beats; then come the sweep of each minute and a report. */
const PATIENCE_MS = 240_000;

const LEFT = `
  select
    (select count(*) from webhook_queued_deliveries)::int as deliveries,
    (select count(*) from webhook_leased_attempts)::int as attempts,
    (select count(*) from messages where sent_at is null and cancelled_at is null)::int as messages,
    (select count(*) from sessions where status = 'closed' and completed_at is null)::int as sessions,
    (select count(*) from anchors where status = 'pending')::int as anchors,
    (select count(*) from reports where status in ('queued', 'rendering'))::int as reports,
    (
      select count(*) from evidence e join sessions s on (s.organisation_id, s.id) = (e.organisation_id, e.session_id)
      where e.status = 'uploading' and s.status = 'closed'
    )::int as uploads,
    (
      select count(*) from graphile_worker._private_jobs
      where locked_at is not null or attempts > 0 or run_at < now() + interval '5 seconds'
    )::int as jobs`;

/** Work that failed is tried again at once, rather than after its pause. */
export const awaitQuiet = async ({
  context,
  ledger,
}: Pick<SoakWorld, 'context' | 'ledger'>): Promise<void> => {
  const { pool } = context.database;
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await pool.query<Record<string, number>>(LEFT);
    const left = Object.entries(rows[0]!).filter(([, count]) => count > 0);
    if (left.length === 0) return;
    if (Date.now() > deadline) {
      const words = left.map(([name, count]) => `${count} ${name}`).join(', ');
      ledger.surprises.push(`not quiet after ${PATIENCE_MS / 1000} s: ${words} left`);
      return;
    }
    await pool.query(`
      update graphile_worker._private_jobs set run_at = now()
      where locked_at is null and run_at > now() and attempts < max_attempts`);
    await sleep(250);
  }
};

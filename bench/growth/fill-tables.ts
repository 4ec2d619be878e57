import type pg from 'pg';
import { withClient } from '../harness/open-world.ts';
import { timeMs } from '../harness/turns.ts';
import { hasPair, idOf, insertSessions, JOIN_ORGANISATIONS } from '../stage/fill-sessions.ts';

const REST = 5;

/** Each statement makes the rows of sessions $1 to $2, for the organisations $3 by turns. */
const FILLS: Record<string, string> = {
  sessions: insertSessions(REST),
  session_metadata: `
    insert into session_metadata (organisation_id, session_id, key, value, created_at)
    select o.id, ${idOf('n')}, 'unit', 'u' || n / o.count % 10, ${at()}
    from generate_series($1::int, $2::int) n ${JOIN_ORGANISATIONS} where ${hasPair(REST)}`,
  participants: `
    insert into participants
      (organisation_id, id, session_id, recipient_first_name, recipient_last_name, recipient_email, recipient_phone,
        send_email, ttl_minutes, expires_at, created_at)
    select o.id, ${idOf('n')}, ${idOf('n')}, '', '', '', '', false, 1440, now(), ${at()} from ${rest()}`,
  invite_tokens: `
    insert into invite_tokens (token_hash, organisation_id, participant_id, issue, kept_until)
    select sha256(int8send(n)), o.id, ${idOf('n')}, 1, now() + interval '30 days' from ${rest()}`,
  field_session_tokens: `
    insert into field_session_tokens (token_hash, organisation_id, participant_id, issue, created_at, kept_until)
    select sha256(int8send(n)), o.id, ${idOf('n')}, 1, ${at()}, now() + interval '30 days' from ${rest()}`,
  audit_chains: `
    insert into audit_chains (organisation_id, session_id, head_sequence, head_hash)
    select o.id, ${idOf('n')}, 1, '' from ${rest()}`,
  audit_entries: `
    insert into audit_entries
      (organisation_id, session_id, sequence, kind, occurred_at, payload, prev_hash, hash)
    select o.id, ${idOf('n')}, 1, 'session.created', '2026-01-01T00:00:00.000Z', '{}', repeat('0', 64),
      encode(sha256(int8send(n)), 'hex')
    from ${rest()}`,
  events: `
    insert into events (organisation_id, id, type, session_id, data, created_at)
    select o.id, ${idOf('n')}, 'session.created', ${idOf('n')}, '{}', ${at()} from ${rest()}`,
  webhook_deliveries: `
    insert into webhook_deliveries
      (organisation_id, id, endpoint_id, event_id, event_type, sequence, status, attempt_count, created_at,
        delivered_at)
    select o.id, ${idOf('n')}, o.id, ${idOf('n')}, 'session.created', n, 'delivered', 1, ${at()}, ${at()}
    from ${rest()}`,
  idempotency_keys: `
    insert into idempotency_keys
      (organisation_id, key_hash, fingerprint, status, body_sealed, created_at, expires_at)
    select o.id, sha256(int8send(n)), sha256(int8send(n)), 201, repeat('x', 500), now(), now() + interval '1 day'
    from ${rest()}`,
  messages: `
    insert into messages
      (organisation_id, id, session_id, kind, channel, recipient, locale, dedupe_key, created_at, sent_at)
    select o.id, ${idOf('n')}, ${idOf('n')}, 'invite', 'email', 'person' || n || '@example.com', 'en', 'old:' || n,
      ${at()}, ${at()}
    from ${rest()}`,
  evidence: `
    insert into evidence
      (organisation_id, id, session_id, kind, status, mime, sha256, byte_size, received_at, created_at, updated_at)
    select o.id, ${idOf('n')}, ${idOf('n')}, 'photo', 'ready', 'image/jpeg', repeat('0', 64), 1, ${at()}, ${at()},
      ${at()}
    from ${rest()}`,
  rate_windows: `
    insert into rate_windows (subject_id, window_start, count)
    select ${idOf('n')}, 0, 1 from ${rest()}`,
};

/** Jobs that are not due: few at any time, yet too many to be read whole. */
const JOBS = `
  select graphile_worker.add_job('clean-up', job_key := 'later:' || n, run_at := now() + interval '1 year')
  from generate_series(1, 20000) n`;

/** Only while tables are filled: their loss in a crash would not matter. */
const FAST = ['fsync = off', 'full_page_writes = off', `max_wal_size = '16GB'`, `checkpoint_timeout = '1h'`];

/**
 * A connection without a limit of time fills the growing tables, without checks of foreign keys and with the indexes
 * built afterwards.
 */
export const fillTables = (
  databaseUrl: string,
  { organisationIds, from, to }: { organisationIds: string[]; from: number; to: number },
): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    for (const setting of FAST) await client.query(`alter system set ${setting}`);
    await client.query('select pg_reload_conf()');
    await client.query('set session_replication_role = replica');
    await client.query(`set maintenance_work_mem = '512MB'`);
    for (const [table, fill] of Object.entries(FILLS)) {
      const tookMs = await timeMs(() =>
        withoutIndexes(client, table, () => client.query(fill, [from, to, organisationIds])),
      );
      console.error(`${table}: ${(tookMs / 1000).toFixed(1)} s`);
    }
    await client.query(JOBS);
    await client.query(`vacuum analyze ${Object.keys(FILLS).join(', ')}, graphile_worker._private_jobs`);
    await client.query('alter system reset all');
    await client.query('select pg_reload_conf()');
    await client.query('checkpoint');
  });

const withoutIndexes = async (
  client: pg.Client,
  table: string,
  work: () => Promise<unknown>,
): Promise<void> => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
      where i.indrelid = $1::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  for (const { definition } of rows) await client.query(definition);
};

function at(): string {
  return `now() - (n + 60) * interval '1 second'`;
}

function rest(): string {
  return `generate_series($1::int, $2::int) n ${JOIN_ORGANISATIONS} where n % ${REST} = 0`;
}

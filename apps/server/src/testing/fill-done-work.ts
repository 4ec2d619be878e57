import pg from 'pg';

/** `$2` rows a table, done before `$3`. The drawings have their pictures; each delivery succeeded at once. */
const FILLS = [
  `insert into sessions
      (organisation_id, id, status, operator_email, started_at, ended_at, completed_at, scheduled_for, notes, locale,
        created_at, updated_at)
    select $1, ${idOf('n')}, 'closed', 'operator@example.com', $3, $3, $3, $3, '', 'en', $3, $3
    from generate_series(1, $2::int) n`,
  `insert into audit_chains (organisation_id, session_id, head_sequence, head_hash, frozen_at)
    select $1, ${idOf('n')}, 1, '', $3 from generate_series(1, $2::int) n`,
  `insert into addenda_chains (organisation_id, session_id, head_sequence, head_hash, anchored_sequence)
    select $1, ${idOf('n')}, 1, '', 1 from generate_series(1, $2::int) n, (select $3::timestamptz) t`,
  ...['anchors', 'addenda_anchors'].map(
    (table) => `insert into ${table}
      (organisation_id, session_id, authority, status, nonce, created_at, anchored_at, gen_time, serial, token
        ${table === 'anchors' ? '' : ', sequence'})
    select $1, ${idOf('n')}, 'https://timestamp.example.com', 'anchored', '', $3, $3, $3, '1', ''
        ${table === 'anchors' ? '' : ', 1'}
    from generate_series(1, $2::int) n`,
  ),
  `insert into org_anchors
      (organisation_id, sequence, authority, status, nonce, created_at, anchored_at, gen_time, serial, token)
    select $1, n, 'https://timestamp.example.com', 'anchored', '', $3, $3, $3, '1', '' from generate_series(1, $2::int) n`,
  `insert into whiteboard_anchors
      (organisation_id, evidence_id, variant, authority, status, nonce, created_at, anchored_at, gen_time, serial, token, sha256)
    select $1, ${idOf('n')}, 'svg', 'https://timestamp.example.com', 'anchored', '', $3, $3, $3, '1', '', repeat('0', 64)
    from generate_series(1, $2::int) n`,
  `insert into reports
      (organisation_id, id, session_id, status, completes_session, locale, audit_trail, photos, sha256, byte_size, pages,
        created_at, updated_at, ready_at)
    select $1, ${idOf('n')}, ${idOf('n')}, 'ready', true, 'en', true, 'full', repeat('0', 64), 1, 1, $3, $3, $3
    from generate_series(1, $2::int) n`,
  `insert into evidence
      (organisation_id, id, session_id, kind, status, mime, annotates, sha256, byte_size, received_at, created_at, updated_at)
    select $1, ${idOf('n')}, ${idOf('n')}, case when n % 2 = 0 then 'annotation' else 'photo' end, 'ready',
      case when n % 2 = 0 then 'application/json' else 'image/jpeg' end, case when n % 2 = 0 then ${idOf('n - 1')} end,
      repeat('0', 64), 1, $3, $3, $3
    from generate_series(1, $2::int) n`,
  `insert into evidence_derivatives (organisation_id, evidence_id, variant, mime, byte_size, sha256)
    select $1, ${idOf('n')}, 'display', 'image/jpeg', 1, repeat('0', 64)
    from generate_series(1, $2::int) n, (select $3::timestamptz) t`,
  `insert into messages
      (organisation_id, id, session_id, kind, channel, recipient, locale, dedupe_key, created_at, sent_at)
    select $1, ${idOf('n')}, ${idOf('n')}, 'invite', 'email', 'person@example.com', 'en', 'done:' || n, $3, $3
    from generate_series(1, $2::int) n`,
  `insert into billing_events (organisation_id, id, type, received_at, handled_at)
    select $1, 'evt_' || n, 'invoice.paid', $3, $3 from generate_series(1, $2::int) n`,
  `insert into webhook_endpoints (organisation_id, id, url, description, secret_sealed, created_at)
    select $1, ${idOf('n')}, 'https://receiver.example.com', '', '', $3 from generate_series(1, $2::int) n`,
  `insert into webhook_deliveries
      (organisation_id, id, endpoint_id, event_id, event_type, sequence, status, attempt_count, created_at, delivered_at)
    select $1, ${idOf('n')}, ${idOf('n')}, ${idOf('n')}, 'session.created', 1, 'delivered', 1, $3, $3
    from generate_series(1, $2::int) n`,
  `insert into webhook_attempts (organisation_id, delivery_id, number, outcome, started_at, finished_at)
    select $1, ${idOf('n')}, 1, 'delivered', $3, $3 from generate_series(1, $2::int) n`,
  `select graphile_worker.add_job('clean-up', job_key := 'later:' || n, run_at := $3::timestamptz + interval '1 year')
    from generate_series(1, $2::int / 4) n, (select $1::uuid) o`,
];

export const DONE_TABLES = FILLS.flatMap((fill) => /insert into (\w+)/.exec(fill)?.[1] ?? []);

/** Over a connection of its own, without a limit of time, and without the checks of foreign keys. */
export const fillDoneWork = async (
  databaseUrl: string,
  { organisationId, count, at }: { organisationId: string; count: number; at: Date },
): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const fill of FILLS) await client.query(fill, [organisationId, count, at]);
    await client.query(`vacuum analyze ${DONE_TABLES.join(', ')}, graphile_worker._private_jobs`);
  } finally {
    await client.end();
  }
};

function idOf(number: string): string {
  return `('00000000-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
}

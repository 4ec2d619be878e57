import pg from 'pg';

/** `$2` rows a table that were over at `$3`; the tables' rows have an end of their own. */
const FILLS = {
  invite_tokens: `
    insert into invite_tokens (token_hash, organisation_id, participant_id, issue, kept_until)
    select sha256(int8send(n)), $1, ${idOf('n % ($2::int / 10 + 1)')}, 1, $3::timestamptz - n * interval '1 ms'
    from generate_series(1, $2::int) n`,
  field_session_tokens: `
    insert into field_session_tokens (token_hash, organisation_id, participant_id, issue, created_at, kept_until)
    select sha256(int8send(n)), $1, ${idOf('n % ($2::int / 10 + 1)')}, 1, $3::timestamptz - n * interval '1 ms',
      $3::timestamptz - n * interval '1 ms'
    from generate_series(1, $2::int) n`,
  messages: `
    insert into messages
      (organisation_id, id, session_id, kind, channel, recipient, locale, dedupe_key, created_at, sent_at)
    select $1, ${idOf('n')}, ${idOf('n % ($2::int / 10 + 1)')}, 'invite', 'email', 'person' || n || '@example.com', 'en',
      'old:' || n, $3::timestamptz - n * interval '1 ms', $3::timestamptz - n * interval '1 ms'
    from generate_series(1, $2::int) n`,
  signing_tokens: `
    insert into signing_tokens (token_hash, organisation_id, signature_id, kind, kept_until)
    select sha256(int8send(n)), $1, ${idOf('n % ($2::int / 10 + 1)')}, 'link', $3::timestamptz - n * interval '1 ms'
    from generate_series(1, $2::int) n`,
  media_signals: `
    insert into media_signals (room, event, created_at)
    select ${idOf('n % ($2::int / 10 + 1)')}, '{}', $3::timestamptz - n * interval '1 ms'
    from generate_series(1, $2::int) n, (select $1::uuid) o`,
  idempotency_keys: `
    insert into idempotency_keys
      (organisation_id, key_hash, fingerprint, status, body_sealed, created_at, expires_at)
    select $1, sha256(int8send(n)), sha256(int8send(n)), 201, repeat('x', 500), $3, $3::timestamptz - n * interval '1 ms'
    from generate_series(1, $2::int) n`,
  webhook_deliveries: `
    with deliveries as (
      insert into webhook_deliveries
        (organisation_id, id, endpoint_id, event_id, event_type, sequence, status, attempt_count, created_at,
        delivered_at)
      select $1, ${idOf('n')}, ${idOf('n % ($2::int / 10 + 1)')}, ${idOf('n')}, 'session.created', n, 'delivered', 1,
        $3::timestamptz - n * interval '1 ms', $3
      from generate_series(1, $2::int) n
      returning *
    )
    insert into webhook_attempts (organisation_id, delivery_id, number, outcome, started_at, finished_at)
    select organisation_id, id, 1, 'delivered', created_at, created_at from deliveries`,
  events: `
    with others as (
      insert into webhook_deliveries
        (organisation_id, id, endpoint_id, event_id, event_type, sequence, status, created_at, delivered_at)
      select $1, ${idOf('n')}, $1, ${idOf('n + $2::int')}, 'session.created', n,
        'delivered', $3, $3 from generate_series(1, $2::int / 10) n
    )
    insert into events (organisation_id, id, type, data, created_at)
    select $1, ${idOf('n')}, 'session.created', '{}', $3::timestamptz - n * interval '1 ms'
    from generate_series(1, $2::int) n`,
  message_windows: `
    insert into message_windows (subject, window_start, count)
    select sha256(int8send(n)), extract(epoch from $3::timestamptz)::bigint - n, 1
    from generate_series(1, $2::int) n, (select $1::uuid) o`,
  member_invitations: `
    insert into member_invitations (token_hash, organisation_id, member_id, expires_at)
    select sha256(int8send(n)), $1, ${idOf('n')}, $3::timestamptz - n * interval '1 ms'
    from generate_series(1, $2::int) n`,
  billing_events: `
    insert into billing_events (organisation_id, id, type, received_at, handled_at)
    select $1, 'evt_' || n, 'customer.subscription.updated', $3::timestamptz - n * interval '1 ms', $3
    from generate_series(1, $2::int) n`,
  credential_keys: `
    insert into credential_keys (key_hash, organisation_id, credential_id, valid_until)
    select sha256(int8send(n)), $1, ${idOf('n')}, $3::timestamptz - n * interval '1 ms'
    from generate_series(1, $2::int) n`,
  signatures: `
    insert into signatures
      (organisation_id, id, session_id, report_id, root_report_id, level, provider, locale, signer_name, signer_email,
        signer_phone, otp_hmac, otp_expires_at, expires_at, created_at, updated_at)
    select $1, ${idOf('n')}, ${idOf('n % ($2::int / 10 + 1)')}, ${idOf('n')}, ${idOf('n')}, 'SES', 'demo', 'en', 'Ada',
      'person' || n || '@example.com', '', sha256(int8send(n)), $3, $3::timestamptz - n * interval '1 ms', $3, $3
    from generate_series(1, $2::int) n`,
};

export type FilledTable = keyof typeof FILLS;
export const FILLED_TABLES = Object.keys(FILLS) as FilledTable[];

/** Over a connection without a limit of time, and without the checks of foreign keys, which would take most of it. */
export const fillOldRows = async (
  databaseUrl: string,
  {
    table,
    organisationId,
    count,
    at,
  }: { table: FilledTable; organisationId: string; count: number; at: Date },
): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const fill of [SESSIONS, PARTICIPANTS, FILLS[table]]) {
      await client.query(fill, [organisationId, count, at]);
    }
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
};

function idOf(number: string): string {
  return `('00000000-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
}

const SESSIONS = `
  insert into sessions (organisation_id, id, status, operator_email, ended_at, notes, locale, created_at, updated_at)
  select $1, ${idOf('n')}, 'closed', 'operator@example.com', $3::timestamptz - interval '30 days', '', 'en', $3, $3
  from generate_series(0, $2::int / 10) n
  on conflict do nothing`;

const PARTICIPANTS = `
  insert into participants
    (organisation_id, id, session_id, recipient_first_name, recipient_last_name, recipient_email, recipient_phone,
      send_email, ttl_minutes, expires_at, created_at)
  select $1, ${idOf('n')}, ${idOf('n')}, '', '', '', '', false, 1440, $3, $3
  from generate_series(0, $2::int / 10) n
  on conflict do nothing`;

import pg from 'pg';

/** More than twice as many as a page examines; half odd, half even. */
export const LISTED = 12_000;

const AT = `(timestamptz '2026-01-01' + n * interval '1 second')`;

/**
 * Rows of the organisation `$1`, up to the number `$2` by steps of `$3`, a second apart: a filter by one value finds
 * the odd rows, by another the even ones. All that belongs to a session belongs to the first or the second.
 */
const FILLS = [
  `insert into campaigns (organisation_id, id, name, description, created_at)
    select $1, ${idOf('n')}, '', '', ${AT} from generate_series(1, $2::int, $3::int) n`,
  `insert into templates (organisation_id, id, version, created_at)
    select $1, ${idOf('n')}, 1, ${AT} from generate_series(1, $2::int, $3::int) n`,
  `insert into template_versions (organisation_id, template_id, version, name, type, shots, created_at)
    select $1, ${idOf('n')}, 1, '', '', '[]', ${AT} from generate_series(1, $2::int, $3::int) n`,
  `insert into credentials (organisation_id, id, name, scopes, operator_email, created_at)
    select $1, ${idOf('n')}, '', '{sessions:read}', '', ${AT} from generate_series(1, $2::int, $3::int) n`,
  `insert into credentials (organisation_id, id, name, scopes, operator_email, created_at)
    select $1, ${idOf('n + 1000000')}, '', '{directory:write}', '', ${AT} from generate_series(1, $2::int, $3::int) n`,
  `insert into credentials
      (organisation_id, id, name, scopes, operator_email, created_at, kind, member_id, way, user_agent, stepped_up_at,
        expires_at)
    select $1, ${idOf('n + 2000000')}, '', '{}', '', ${AT}, 'session', ${idOf('n % 2 + 1')}, 'code', '', ${AT},
      timestamptz '2100-01-01'
    from generate_series(1, $2::int, $3::int) n`,
  `insert into passkeys (organisation_id, id, member_id, raw_id, public_key, counter, name, backed_up, created_at)
    select $1, ${idOf('n')}, ${idOf('n % 2 + 1')}, sha256(($1::uuid || ' ' || n)::bytea), '', 0, '', true, ${AT}
    from generate_series(1, $2::int, $3::int) n`,
  `insert into organisation_domains (organisation_id, id, name, proof, created_at)
    select $1, ${idOf('n')}, n || '.example', '', ${AT} from generate_series(1, $2::int, $3::int) n`,
  `insert into directory_groups (organisation_id, id, display_name, created_at, updated_at)
    select $1, ${idOf('n')}, 'G' || n, ${AT}, ${AT} from generate_series(1, $2::int, $3::int) n`,
  `insert into directory_roles (organisation_id, group_key, group_name, role)
    select $1, 'g' || n, 'G' || n, 'observer' from generate_series(1, $2::int, $3::int) n`,
  `insert into directory_group_members (organisation_id, group_id, user_id)
    select $1, ${idOf('n')}, ${idOf('n')} from generate_series(1, $2::int, $3::int) n`,
  `insert into provisioning_entries
      (organisation_id, id, created_at, credential_id, method, resource, name, outcome, code)
    select $1, ${idOf('n')}, ${AT}, ${idOf('n')}, 'POST', 'User', '', case n % 2 when 1 then 'applied' else 'refused' end,
      case n % 2 when 0 then 'not_found' end
    from generate_series(1, $2::int, $3::int) n`,
  `insert into credential_keys (key_hash, organisation_id, credential_id)
    select sha256(($1::uuid || ' ' || n)::bytea), $1, ${idOf('n')} from generate_series(1, $2::int, $3::int) n`,
  `insert into members (organisation_id, id, email, name, role, status, locale, created_at)
    select $1, ${idOf('n')}, n || '@example.com', '', case n % 2 when 1 then 'inspector' else 'observer' end,
      case n % 2 when 1 then 'active' else 'disabled' end, 'en', ${AT}
    from generate_series(1, $2::int, $3::int) n`,
  `insert into sessions
      (organisation_id, id, status, operator_email, ended_at, notes, locale, campaign_id, reference, type, outcome,
        outcome_set_at, metadata, scheduled_for, created_at, updated_at)
    select $1, ${idOf('n')}, case n % 2 when 1 then 'closed' else 'created' end, '',
      case when n % 2 = 1 then ${AT} end, '', 'en', ${idOf('n % 2 + 1')}, 'R' || n % 2, 'T' || n % 2,
      case n % 2 when 1 then 'accepted' else 'rejected' end, ${AT}, jsonb_build_object('branch', 'B' || n % 2, 'order', n::text),
      case when n % 2 = 1 then ${AT} end, ${AT}, ${AT}
    from generate_series(1, $2::int, $3::int) n`,
  `insert into media_peers (room, identity, role, connection_id, seen_at)
    select ${idOf('n')}, '', 'field', ${idOf('n')}, now() - interval '1 hour' from generate_series(1, $2::int, $3::int) n`,
  `insert into session_metadata (organisation_id, session_id, key, value, created_at)
    select organisation_id, id, p.key, p.value, created_at from sessions, jsonb_each_text(metadata) p
    where organisation_id = $1 and $2::int > 0 and $3::int > 0`,
  `insert into audit_chains (organisation_id, session_id, head_sequence, head_hash)
    select $1, ${idOf('n')}, 1, '' from generate_series(1, $2::int, $3::int) n`,
  `insert into participants
      (organisation_id, id, session_id, recipient_first_name, recipient_last_name, recipient_email, recipient_phone,
        send_email, ttl_minutes, expires_at, created_at)
    select $1, ${idOf('n')}, ${idOf('n % 2 + 1')}, '', '', '', '', false, 1440, ${AT}, ${AT}
    from generate_series(1, $2::int, $3::int) n`,
  `insert into messages
      (organisation_id, id, session_id, participant_id, kind, channel, recipient, locale, dedupe_key, created_at)
    select $1, ${idOf('n')}, ${idOf('n % 2 + 1')}, ${idOf('n')}, 'invite', 'email', '', 'en', n::text, ${AT}
    from generate_series(1, $2::int, $3::int) n`,
  `insert into evidence
      (organisation_id, id, session_id, kind, status, mime, sha256, byte_size, received_at, created_at, updated_at)
    select $1, ${idOf('n')}, ${idOf('n % 2 + 1')}, case when n % 2 = 1 then 'photo' else 'recording' end, 'ready', '',
      repeat('0', 64), 1, ${AT}, ${AT}, ${AT}
    from generate_series(1, $2::int, $3::int) n`,
  `insert into whiteboards (organisation_id, id, session_id, title, created_at, updated_at)
    select $1, ${idOf('n')}, ${idOf('n % 2 + 1')}, '', ${AT}, ${AT} from generate_series(1, $2::int, $3::int) n`,
  `insert into reports
      (organisation_id, id, session_id, status, locale, audit_trail, photos, sha256, byte_size, pages, created_at,
        updated_at, ready_at)
    select $1, ${idOf('n')}, ${idOf('n % 2 + 1')}, 'ready', 'en', true, 'full', repeat('0', 64), 1, 1, ${AT}, ${AT},
      ${AT}
    from generate_series(1, $2::int, $3::int) n`,
  `insert into signatures
      (organisation_id, id, session_id, report_id, root_report_id, purpose, level, provider, locale, signer_name, signer_email,
        signer_phone, expires_at, created_at, updated_at)
    select $1, ${idOf('n')}, ${idOf('n % 2 + 1')}, ${idOf('n')}, ${idOf('n')},
      case when n % 4 < 2 then 'sign' else 'read' end, case when n % 4 < 2 then 'SES' else '' end,
      case when n % 4 < 2 then 'demo' else '' end, 'en', '', 'signer@example.com', '', ${AT},
      ${AT}, ${AT}
    from generate_series(1, $2::int, $3::int) n`,
  // Each hundredth endpoint is no callback.
  `insert into webhook_endpoints
      (organisation_id, id, url, description, event_types, secret_sealed, session_id, created_at)
    select $1, ${idOf('n')}, 'https://receiver.example.com', '', '{session.completed}', '',
      case when n % 100 > 0 then ${idOf('n')} end, ${AT}
    from generate_series(1, $2::int, $3::int) n`,
  `insert into events (organisation_id, id, type, session_id, data, created_at)
    select $1, ${idOf('n')}, case when n % 2 = 1 then 'session.created' else 'session.joined' end,
      ${idOf('n % 2 + 1')}, '{}', ${AT}
    from generate_series(1, $2::int, $3::int) n`,
  `insert into webhook_deliveries
      (organisation_id, id, endpoint_id, event_id, event_type, sequence, status, delivered_at, created_at)
    select $1, ${idOf('n')}, ${idOf('n % 2 + 1')}, ${idOf('n')},
      case when n % 2 = 1 then 'session.created' else 'session.joined' end, n,
      case when n % 4 > 1 then 'delivered' else 'dropped' end, case when n % 4 > 1 then ${AT} end, ${AT}
    from generate_series(1, $2::int, $3::int) n`,
  `insert into webhook_leased_attempts (organisation_id, endpoint_id, delivery_id, attempt, started_at, lease_until)
    select organisation_id, endpoint_id, id, 1, created_at, created_at from webhook_deliveries
    where organisation_id = $1 and $2::int > 0 and $3::int > 0`,
];

type Filled = { organisationId: string; last: number; step?: 1 | 2 };

/** Ids of organisations differ before the last group. */
export const listedId = (organisationId: string, number: number): string =>
  organisationId.slice(0, 24) + number.toString(16).padStart(12, '0');

/** Over a connection of its own, without a limit of time, and without the checks of foreign keys. */
export const fillLists = async (
  databaseUrl: string,
  { organisations, finish }: { organisations: Filled[]; finish: 'vacuum analyze' | 'analyze' },
): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica; set synchronous_commit = off');
    for (const { organisationId, last, step = 1 } of organisations)
      for (const fill of FILLS) await client.query(fill, [organisationId, last, step]);
    await client.query(finish);
  } finally {
    await client.end();
  }
};

function idOf(number: string): string {
  return `(left($1::uuid::text, 24) || lpad(to_hex(${number}), 12, '0'))::uuid`;
}

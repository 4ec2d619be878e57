import { withClient } from '../harness/open-world.ts';

/** The organisations of $3 take turns by the session's number n. */
export const JOIN_ORGANISATIONS = `
  join (select id, row_number() over () - 1 as place, count(*) over ()::int as count from unnest($3::uuid[]) id) o
    on o.place = n % o.count`;

/** Words by which lists find the filled-in sessions. No session has `NOWHERE`. */
export const WORDS = { reference: 'ref-7', unit: 'u7', status: 'closed', NOWHERE: 'recording' } as const;

/** Every tenth session is of its organisation's campaign, which has the organisation's id. */
const OF_CAMPAIGN = 10;

/**
 * Makes the sessions $1 to $2 for the organisations $3 by turns, the newest a minute old. One in `paired` has a pair of
 * metadata.
 */
export const insertSessions = (paired: number): string => `
  insert into sessions
    (organisation_id, id, status, operator_email, ended_at, notes, type, reference, metadata, locale, campaign_id,
      created_at, updated_at)
  select o.id, ${idOf('n')}, case when n / o.count % 2 = 0 then 'created' else 'closed' end, 'operator@example.com',
    case when n / o.count % 2 = 0 then null else now() end, 'Roof, north side', 'property_claim',
    'ref-' || n / o.count,
    case when ${hasPair(paired)} then jsonb_build_object('unit', 'u' || n / o.count % 10) else '{}' end, 'en',
    case when n / o.count % ${OF_CAMPAIGN} = 0 then o.id end, now() - (n + 60) * interval '1 second',
    now() - (n + 60) * interval '1 second'
  from generate_series($1::int, $2::int) n ${JOIN_ORGANISATIONS}`;

const PAIRS = `
  insert into session_metadata (organisation_id, session_id, key, value, created_at)
  select organisation_id, id, 'unit', metadata ->> 'unit', created_at from sessions
  where organisation_id = any($1::uuid[])`;

const CAMPAIGNS = `
  insert into campaigns (organisation_id, id, name, description, created_at)
  select id, id, 'Roofs', '', now() from unnest($1::uuid[]) id`;

/**
 * The organisations take turns; each session has a campaign, a reference and a pair. The connection has no limit of
 * time and does not check foreign keys.
 */
export const fillSessions = (
  databaseUrl: string,
  { organisationIds, rows }: { organisationIds: string[]; rows: number },
): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(CAMPAIGNS, [organisationIds]);
    await client.query(insertSessions(1), [1, rows, organisationIds]);
    await client.query(PAIRS, [organisationIds]);
    await client.query('vacuum analyze');
  });

/** Every `paired`th session has a pair, among them all with WORDS.unit. */
export function hasPair(paired: number): string {
  return `n / o.count % ${paired} = ${7 % paired}`;
}

/** SQL for the id of the session with a number, and of its rows in other tables. */
export function idOf(number: string): string {
  return `('00000000-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
}

export const nameSession = (number: number): string =>
  `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

/**
 * Filters that find nothing, or nearly, so that a page looks for long: alone, or as two that have many sessions each
 * and none in common. An organisation's campaign has its id.
 */
export const listHardestFilters = (organisationId: string): Record<string, string> => {
  const nowhere = `status=${WORDS.NOWHERE}`;
  const campaign = `campaign=${organisationId}`;
  const pair = `metadata[unit]=${WORDS.unit}`;
  const old = 'created_before=2001-01-01T00:00:00Z';
  return {
    'a status that nothing has': nowhere,
    'a reference that nothing has': 'reference=none',
    'a pair that nothing has': 'metadata[unit]=none',
    'a time before all': old,
    'a status that nothing has, and a campaign': `${nowhere}&${campaign}`,
    'a status that nothing has, and a pair': `${nowhere}&${pair}`,
    'a status that nothing has, and a time': `${nowhere}&created_after=2001-01-01T00:00:00Z`,
    'a reference that nothing has, and a campaign': `reference=none&${campaign}`,
    'a status and a campaign, which never meet': `status=closed&${campaign}`,
    'a status and a pair, which never meet': `status=created&${pair}`,
    'a campaign and a pair, which never meet': `${campaign}&${pair}`,
    'a pair, and a reference that nothing has': `${pair}&reference=none`,
  };
};

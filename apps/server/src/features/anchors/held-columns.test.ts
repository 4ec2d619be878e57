import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHeldWorld, type HeldWorld } from '../../testing/open-held-world.ts';

let world: HeldWorld;
beforeAll(async () => {
  world = await openHeldWorld();
});
afterAll(() => world.close());

/** Some columns of rows in this state are held; `free` says why all others may change. */
type Judged = { table: string; rows: string; held: string[]; free: Record<string, string> };

const WORK = 'work that is still to be done, which the chain says nothing of';
const SET_ONCE = 'comes with the token, and stays from then on';

const ENTRY = ['sequence', 'kind', 'occurred_at', 'payload', 'prev_hash', 'hash'];
const DISCLOSURE = ['sequence', 'field', 'salt', 'value'];
const SESSION = ['organisation_id', 'session_id'];
const ORGANISATION = ['organisation_id'];
const CLAIMED = ['kind', 'annotates', 'whiteboard_id', 'version', 'announced_sha256'];
const CAPTURED = [
  'sha256',
  'received_sha256',
  'byte_size',
  'mime',
  'width',
  'height',
  'captured_at',
  'received_at',
];
const PLACED = ['lat_e7', 'lon_e7', 'accuracy_cm', 'slot'];
const ENDED = ['status', 'failure_code', 'failure_message', 'erased_at'];
const SAID_ANEW = 'may be said anew: each time is an entry of its own';
const UPKEEP = {
  finding: SAID_ANEW,
  finding_author: SAID_ANEW,
  finding_set_at: SAID_ANEW,
  credential_id: 'is the right that an upload under way rests on; no entry of the chain names it',
  keeps_place: WORK,
  reserved_bytes: WORK,
  created_at: 'is when its row was made; the chain has the time of its entry',
  updated_at: WORK,
};
const TOKEN = ['gen_time', 'serial', 'policy', 'token', 'anchored_at'];
const TRIES = ['status', 'attempt_count', 'last_error', 'created_at'];

const whole = (table: string, rows: string, held: string[]): Judged => ({ table, rows, held, free: {} });

const anchors = (table: string, key: string[], rows: string, token = TOKEN): Judged[] => [
  whole(table, `${rows} and status = 'anchored'`, [...key, 'authority', 'nonce', ...TRIES, ...token]),
  {
    ...{ table, rows: `${rows} and authority = ':pending'`, held: [...key, 'authority', 'nonce'] },
    free: {
      ...Object.fromEntries(TRIES.map((column) => [column, WORK])),
      ...Object.fromEntries(token.map((column) => [column, SET_ONCE])),
    },
  },
];

const JUDGED: Judged[] = [
  whole('audit_chains', "session_id = ':ended'", [...SESSION, 'head_sequence', 'head_hash', 'frozen_at']),
  {
    ...{
      table: 'audit_chains',
      rows: "session_id = ':open'",
      held: [...SESSION, 'head_sequence', 'head_hash'],
    },
    free: { frozen_at: 'is set once, by the freeze' },
  },
  {
    ...{ table: 'addenda_chains', rows: "session_id = ':ended'" },
    ...{ held: [...SESSION, 'head_sequence', 'head_hash'] },
    free: { anchored_sequence: WORK, anchor_requested_at: WORK },
  },
  {
    ...{ table: 'org_chains', rows: "organisation_id = ':organisation'" },
    ...{ held: [...ORGANISATION, 'head_sequence', 'head_hash'] },
    free: { anchored_sequence: WORK, anchor_requested_at: WORK },
  },
  whole('audit_entries', "session_id = ':open' and sequence = 1", [...SESSION, ...ENTRY]),
  whole('audit_entries', "session_id = ':ended' and sequence = 1", [...SESSION, ...ENTRY]),
  whole('addenda_entries', "session_id = ':ended' and sequence = 1", [...SESSION, ...ENTRY]),
  whole('org_entries', "organisation_id = ':organisation' and sequence = 1", [...ORGANISATION, ...ENTRY]),
  whole('audit_disclosures', "session_id = ':open'", [...SESSION, ...DISCLOSURE]),
  whole('audit_disclosures', "session_id = ':ended'", [...SESSION, ...DISCLOSURE]),
  whole('addenda_disclosures', "session_id = ':ended'", [...SESSION, ...DISCLOSURE]),
  whole('org_disclosures', "organisation_id = ':organisation'", [...ORGANISATION, ...DISCLOSURE]),
  whole('frozen_heads', "session_id = ':ended'", ['head_hash', ...SESSION, 'frozen_at']),
  ...anchors('anchors', SESSION, "session_id = ':ended'"),
  ...anchors('addenda_anchors', [...SESSION, 'sequence'], "session_id = ':ended'"),
  ...anchors('org_anchors', [...ORGANISATION, 'sequence'], "organisation_id = ':organisation'"),
  ...anchors(
    'whiteboard_anchors',
    [...ORGANISATION, 'evidence_id', 'variant'],
    "organisation_id = ':organisation'",
    [...TOKEN, 'sha256'],
  ),
  {
    ...{ table: 'evidence', rows: "session_id = ':ended' and status = 'ready' and lat_e7 is not null" },
    held: [...SESSION, 'id', 'participant_id', ...CLAIMED, ...CAPTURED, ...PLACED, ...ENDED.slice(0, 3)],
    free: { erased_at: 'is set once, when the bytes are erased', ...UPKEEP },
  },
  {
    ...{ table: 'evidence', rows: "session_id = ':redacted' and status = 'ready'" },
    held: [...SESSION, 'id', 'participant_id', ...CLAIMED, ...CAPTURED, ...PLACED, ...ENDED],
    free: UPKEEP,
  },
  {
    ...{ table: 'evidence', rows: "session_id = ':ended' and status = 'pending'" },
    held: [...SESSION, 'id', 'participant_id', ...CLAIMED, ...CAPTURED, ...PLACED],
    free: { ...Object.fromEntries(ENDED.map((column) => [column, 'is still being processed'])), ...UPKEEP },
  },
  {
    ...{ table: 'evidence', rows: "session_id = ':open' and status = 'uploading'" },
    held: [...SESSION, 'id', 'participant_id', ...CLAIMED],
    free: {
      ...Object.fromEntries(
        [...CAPTURED, ...PLACED, ...ENDED].map((column) => [column, 'comes with its bytes']),
      ),
      ...UPKEEP,
    },
  },
  {
    ...{ table: 'evidence_derivatives', rows: 'true', held: [] },
    free: Object.fromEntries(
      ['organisation_id', 'evidence_id', 'variant', 'mime', 'byte_size', 'sha256', 'width', 'height'].map(
        (column) => [column, 'is made of evidence to look at, and can be made anew'],
      ),
    ),
  },
  {
    ...{ table: 'provisioning_entries', rows: 'true', held: [] },
    free: Object.fromEntries(
      [
        'organisation_id',
        'id',
        'created_at',
        'credential_id',
        'method',
        'resource',
        'resource_id',
        'name',
        'member_id',
        'outcome',
        'changes',
        'code',
        'detail',
      ].map((column) => [
        column,
        'is a log of 30 days for administrators; the chain has what a directory changed',
      ]),
    ),
  },
];

/** The chains rest on tables with these names. */
const CHAINED = '^(.*_chains|.*_entries|.*_disclosures|.*anchors|.*_heads|evidence.*)$';

const listColumns = () =>
  world.ask<{ table: string; column: string; type: string }>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname ~ $1
       and a.attnum > 0 and not a.attisdropped`,
    [CHAINED],
  );

const FORGED: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  integer: '987654321',
  bigint: '987654321',
  text: "repeat('f', 64)",
  jsonb: `'{"forged": true}'`,
  bytea: `'\\x00'`,
  'timestamp with time zone': "timestamptz '2020-01-01'",
};

describe("the service's role changes nothing of what is written in chains, anchors, disclosures and evidence", () => {
  it('and each column of each of those tables is judged: one that is new is held, or says why not', async () => {
    const columns = new Map<string, string[]>();
    for (const { table, column } of await listColumns())
      columns.set(table, [...(columns.get(table) ?? []), column].sort());
    expect([...columns.keys()].sort()).toEqual([...new Set(JUDGED.map(({ table }) => table))].sort());
    for (const { table, held, free } of JUDGED)
      expect([...held, ...Object.keys(free)].sort(), table).toEqual(columns.get(table));
  });

  it.each(JUDGED.filter(({ held }) => held.length > 0))(
    '$table where $rows',
    async ({ table, rows, held }) => {
      expect(await world.ask(`select from ${table} where ${rows}`)).not.toEqual([]);
      const types = new Map(
        (await listColumns())
          .filter((each) => each.table === table)
          .map(({ column, type }) => [column, type]),
      );
      for (const column of held) {
        const statement = `update ${table} set ${column} = ${FORGED[types.get(column)!]} where ${rows}`;
        expect([statement, await world.attempt(statement)]).toEqual([statement, '23001']);
      }
    },
  );
});

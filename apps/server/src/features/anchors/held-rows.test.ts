import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantService } from '../../platform/migrations/grant-service.ts';
import { endSession, inspectHouse } from '../../testing/inspect-house.ts';
import { joinSession } from '../../testing/join-session.ts';
import { freshEmail } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import {
  startTimestampAuthority,
  type TimestampAuthorityServer,
} from '../../testing/start-timestamp-authority.ts';
import { anchorOrgChains } from './anchor-org-chains.job.ts';

const ROLE = `fis_held_${randomBytes(4).toString('hex')}`;

let authority: TimestampAuthorityServer;
let server: TestServer;
let owner: pg.Client;
let service: pg.Client;
/** What the statements name: sessions in each state, and an anchor that nobody gave yet. */
const names: Record<string, string> = { pending: 'https://pending.example.com' };

beforeAll(async () => {
  authority = await startTimestampAuthority({ now: () => server.clock.now() });
  server = await startTestServer(
    { TSA_URLS: authority.url },
    { remuxVideo: async () => ({ ok: false, reason: 'missing', message: 'none here' }) },
  );
  await fillRows();
  owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
  await owner.query(`create role ${ROLE} login password 'secret'`);
  await grantService(owner, ROLE);
  const url = Object.assign(new URL(server.databaseUrl), { username: ROLE, password: 'secret' });
  service = new pg.Client({ connectionString: url.href });
  await service.connect();
}, 120_000);
afterAll(async () => {
  await service?.end();
  await owner.query(`drop owned by ${ROLE}; drop role ${ROLE}`);
  await owner.end();
  await server.close();
  await authority.close();
});

/** A session that ended, one that goes on, and one that was redacted; each chain and anchor with rows of every state. */
const fillRows = async (): Promise<void> => {
  const { client, clock, context, seed } = server;
  const { prisma } = context.database;
  await client.members.create({ email: freshEmail(), name: 'Ada', role: 'auditor' });
  const ended = await inspectHouse(server);
  await endSession(server, ended.sessionId);
  await client.sessions.setOutcome(ended.sessionId, { outcome: 'rejected', note: 'Nobody opened.' });
  const redacted = await inspectHouse(server);
  await endSession(server, redacted.sessionId);
  await client.sessions.redact(redacted.sessionId);
  const open = await joinSession(server);
  for (let round = 0; round < 5; round++) {
    clock.advance(61_000);
    await runDueJobs(context);
  }
  await anchorOrgChains.run(context, {});
  await runDueJobs(context);
  const { organisationId: organisation_id } = seed;
  Object.assign(names, {
    organisation: organisation_id,
    ended: ended.sessionId,
    redacted: redacted.sessionId,
    open: open.sessionId,
  });
  const asked = {
    organisation_id,
    authority: names['pending']!,
    nonce: Buffer.alloc(8),
    created_at: clock.now(),
  };
  const session_id = ended.sessionId;
  await prisma.anchor.create({ data: { ...asked, session_id } });
  await prisma.addendaAnchor.create({ data: { ...asked, session_id, sequence: 1 } });
  await prisma.orgAnchor.create({ data: { ...asked, sequence: 1 } });
  await prisma.evidence.create({
    data: {
      ...{
        organisation_id,
        id: context.ids.next(),
        session_id: open.sessionId,
        kind: 'photo',
        mime: 'image/jpeg',
      },
      ...{ status: 'uploading', created_at: clock.now(), updated_at: clock.now() },
    },
  });
};

/** The rows of a table that are in one state: what of them stays as it is, and why all else may change. */
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
const UPKEEP = {
  keeps_place: WORK,
  reserved_bytes: WORK,
  created_at: 'is when its row was made; the chain has the time of its entry',
  updated_at: WORK,
};
const TOKEN = ['gen_time', 'serial', 'policy', 'token', 'anchored_at'];
const TRIES = ['status', 'attempt_count', 'last_error', 'created_at'];

const whole = (table: string, rows: string, held: string[]): Judged => ({ table, rows, held, free: {} });

const anchors = (table: string, key: string[], rows: string): Judged[] => [
  whole(table, `${rows} and status = 'anchored'`, [...key, 'authority', 'nonce', ...TRIES, ...TOKEN]),
  {
    ...{ table, rows: `${rows} and authority = ':pending'`, held: [...key, 'authority', 'nonce'] },
    free: {
      ...Object.fromEntries(TRIES.map((column) => [column, WORK])),
      ...Object.fromEntries(TOKEN.map((column) => [column, SET_ONCE])),
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
];

/** Tables whose names say that the chains rest on them. */
const CHAINED = '^(.*_chains|.*_entries|.*_disclosures|.*anchors|.*_heads|evidence.*)$';

const listColumns = async (): Promise<{ table: string; column: string; type: string }[]> => {
  const { rows } = await owner.query<{ table: string; column: string; type: string }>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname ~ $1
       and a.attnum > 0 and not a.attisdropped`,
    [CHAINED],
  );
  return rows;
};

/** Another value than any row has. */
const FORGED: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  integer: '987654321',
  bigint: '987654321',
  text: "repeat('f', 64)",
  jsonb: `'{"forged": true}'`,
  bytea: `'\\x00'`,
  'timestamp with time zone': "timestamptz '2020-01-01'",
};

const fill = (statement: string): string =>
  statement.replaceAll(/:(\w+)(?=')/g, (_, name: string) => names[name]!);

/** What becomes of a statement of the service's role: how many rows it changed, or the code that it is refused with. */
const attempt = async (statement: string): Promise<string> => {
  await service.query('begin');
  try {
    const { rowCount } = await service.query(fill(statement));
    // What is judged at the commit is judged now.
    await service.query('set constraints all immediate');
    return `${rowCount} done`;
  } catch (error) {
    return String((error as { code?: string }).code);
  } finally {
    await service.query('rollback');
  }
};

/** Those of the statements that are not refused by a trigger, a foreign key or a key. */
const listDone = async (statements: string[]): Promise<string[]> => {
  const done: string[] = [];
  for (const statement of statements) {
    const outcome = await attempt(statement);
    if (!['23001', '23503', '23505'].includes(outcome)) done.push(`${outcome}: ${statement}`);
  }
  return done;
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
      const { rows: found } = await owner.query(fill(`select from ${table} where ${rows}`));
      expect(found.length).toBeGreaterThan(0);
      const types = new Map(
        (await listColumns())
          .filter((each) => each.table === table)
          .map(({ column, type }) => [column, type]),
      );
      for (const column of held) {
        const statement = `update ${table} set ${column} = ${FORGED[types.get(column)!]} where ${rows}`;
        expect([statement, await attempt(statement)]).toEqual([statement, '23001']);
      }
    },
  );
});

/** The chain of each kind that goes on: its tables have its name. */
const CHAINS = [
  { name: 'audit', owned: 'organisation_id, session_id', where: "session_id = ':open'" },
  { name: 'addenda', owned: 'organisation_id, session_id', where: "session_id = ':ended'" },
  { name: 'org', owned: 'organisation_id', where: "organisation_id = ':organisation'" },
] as const;

/** An entry at a place behind the head, with a head that moves to a place, in one statement as the service writes it. */
const append = (
  { name, owned, where }: (typeof CHAINS)[number],
  {
    place = 1,
    head = place,
    prev = 'c.head_hash',
    hash = "repeat('a', 64)",
    headHash = hash,
  }: { place?: number; head?: number; prev?: string; hash?: string; headHash?: string } = {},
): string => `
  with moved as (
    update ${name}_chains c set head_sequence = head_sequence + ${head}, head_hash = ${headHash} where ${where}
    returning *
  ), disclosed as (
    insert into ${name}_disclosures (${owned}, sequence, field, salt, value)
    select ${owned}, c.head_sequence + ${place}, 'forged', '', '{}' from ${name}_chains c where ${where}
  )
  insert into ${name}_entries (${owned}, sequence, kind, occurred_at, payload, prev_hash, hash)
  select ${owned}, c.head_sequence + ${place}, 'test.fact', '', '{}', ${prev}, ${hash} from ${name}_chains c
  where ${where}`;

describe.each(CHAINS)('the $name chain', (chain) => {
  const { name, owned, where } = chain;
  const ofEntry = `select ${owned}, sequence, kind, occurred_at, payload, prev_hash, hash from ${name}_entries`;

  it('goes on by an entry that follows its head, with the head and what is disclosed of it', async () => {
    expect(await attempt(append(chain))).toBe('1 done');
  });

  it('takes no entry without its head, out of its place, of another past, or beside its head', async () => {
    expect(
      await listDone([
        append(chain, { head: 0, headHash: 'head_hash' }),
        append(chain, { place: 2 }),
        append(chain, { place: 2, head: 1 }),
        append(chain, { place: 1, head: 2 }),
        append(chain, { prev: "repeat('0', 64)" }),
        append(chain, { headHash: "repeat('b', 64)" }),
        append(chain, { place: 0, head: 1 }),
        append(chain, { place: -1, head: 1 }),
        append(chain, { place: 1, head: -1 }),
      ]),
    ).toEqual([]);
  });

  it('has a head that goes neither back nor on by itself, and begins with its entries', async () => {
    expect(
      await listDone([
        `update ${name}_chains c set head_sequence = e.sequence, head_hash = e.hash from ${name}_entries e
         where c.${where} and e.${where} and e.sequence = 1`,
        `update ${name}_chains set head_sequence = 0, head_hash = repeat('0', 64) where ${where}`,
        `update ${name}_chains set head_sequence = head_sequence + 1 where ${where}`,
        `delete from ${name}_chains where ${where}`,
        `insert into ${name}_chains (${owned}, head_sequence, head_hash)
         select ${owned}, 1, hash from ${name}_entries where ${where} and sequence = 1
         on conflict (${owned}) do update set head_sequence = excluded.head_sequence, head_hash = excluded.head_hash`,
        name === 'org'
          ? `insert into org_chains (organisation_id, head_sequence, head_hash) values (gen_random_uuid(), 1, '')`
          : `insert into ${name}_chains (${owned}, head_sequence, head_hash)
             select organisation_id, gen_random_uuid(), 1, '' from ${name}_chains where ${where}`,
      ]),
    ).toEqual([]);
  });

  it('loses no entry, and has none written over', async () => {
    expect(
      await listDone([
        `delete from ${name}_entries where ${where}`,
        `insert into ${name}_entries (${owned}, sequence, kind, occurred_at, payload, prev_hash, hash)
         ${ofEntry} where ${where} and sequence = 1
         on conflict (${owned}, sequence) do update set payload = '{}'`,
      ]),
    ).toEqual([]);
  });

  it('lets a disclosure be deleted, and lets none come back or come late', async () => {
    const ofDisclosure = `${owned}, sequence, field, salt, value`;
    expect(await attempt(`delete from ${name}_disclosures where ${where}`)).toMatch(/^[1-9]\d* done$/);
    expect(
      await listDone([
        `with gone as (delete from ${name}_disclosures where ${where} returning *)
         insert into ${name}_disclosures (${ofDisclosure}) select ${owned}, sequence, field || '2', salt, '{}' from gone`,
        `insert into ${name}_disclosures (${ofDisclosure})
         select ${owned}, sequence, 'late', '', '{}' from ${name}_entries where ${where}`,
        `insert into ${name}_disclosures (${ofDisclosure}) select ${ofDisclosure} from ${name}_disclosures where ${where}
         on conflict (${owned}, sequence, field) do update set value = '{}'`,
      ]),
    ).toEqual([]);
  });
});

describe('beside the chains', () => {
  it('a frozen chain takes no entry, and no head is among those that are verified but its own', async () => {
    const frozen = { ...CHAINS[0], where: "session_id = ':ended'" } as unknown as (typeof CHAINS)[number];
    expect(
      await listDone([
        append(frozen),
        append(frozen, { head: 0, headHash: 'head_hash' }),
        `insert into frozen_heads (head_hash, organisation_id, session_id, frozen_at)
         select repeat('a', 64), organisation_id, session_id, frozen_at from frozen_heads where session_id = ':ended'`,
        `insert into frozen_heads (head_hash, organisation_id, session_id, frozen_at)
         select head_hash, organisation_id, session_id, now() from audit_chains where session_id = ':open'`,
        `delete from frozen_heads where session_id = ':ended'`,
      ]),
    ).toEqual([]);
  });

  it('addenda begin with what follows the frozen chain', async () => {
    expect(
      await listDone([
        `with head as (
           insert into addenda_chains (organisation_id, session_id, head_sequence, head_hash)
           select organisation_id, session_id, 1, 'a' from audit_chains where session_id = ':open'
         )
         insert into addenda_entries (organisation_id, session_id, sequence, kind, occurred_at, payload, prev_hash, hash)
         select organisation_id, session_id, 1, 'test.stray', '', '{}', head_hash, 'a' from audit_chains
         where session_id = ':open'`,
      ]),
    ).toEqual([]);
  });

  it('a token stays, and so does what an authority was asked of a frozen chain; a token comes once', async () => {
    expect(
      await listDone([
        ...['anchors', 'addenda_anchors', 'org_anchors'].map(
          (table) => `delete from ${table} where status = 'anchored'`,
        ),
        `delete from anchors where authority = ':pending'`,
      ]),
    ).toEqual([]);
    const given = `set status = 'anchored', token = '', gen_time = now(), serial = '1', anchored_at = now()`;
    for (const table of ['anchors', 'addenda_anchors', 'org_anchors'])
      expect(await attempt(`update ${table} ${given} where authority = ':pending'`)).toBe('1 done');
  });

  it('evidence is neither deleted nor written over, and its place goes with its bytes alone', async () => {
    const placed = "session_id = ':ended' and lat_e7 is not null";
    const erase = `lat_e7 = null, lon_e7 = null, accuracy_cm = null, slot = ''`;
    expect(
      await listDone([
        `delete from evidence where ${placed}`,
        `update evidence set ${erase} where ${placed}`,
        `update evidence set erased_at = now(), slot = 'other' where ${placed}`,
        `update evidence set erased_at = now(), ${erase}, sha256 = repeat('f', 64) where ${placed}`,
        `update evidence set erased_at = null where session_id = ':redacted' and erased_at is not null`,
        `insert into evidence select * from evidence where ${placed}
         on conflict (organisation_id, id) do update set sha256 = repeat('f', 64)`,
      ]),
    ).toEqual([]);
    expect(await attempt(`update evidence set erased_at = now(), ${erase} where ${placed}`)).toBe('1 done');
    expect(
      await attempt(
        `update evidence set status = 'ready' where session_id = ':ended' and status = 'pending'`,
      ),
    ).toBe('1 done');
  });

  it('no id of a session or an organisation changes under them', async () => {
    expect(
      await listDone([
        `update sessions set id = gen_random_uuid() where id = ':ended'`,
        `update sessions set id = gen_random_uuid() where id = ':open'`,
        `update organisations set id = gen_random_uuid() where id = ':organisation'`,
      ]),
    ).toEqual([]);
  });
});

import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PRISMA_DIR } from '../../paths.ts';
import { createEmptyDatabase } from '../../testing/clone-database.ts';
import { migrateDatabase } from './migrate-database.ts';

const MIGRATION = /_participant_consents/;
const ORGANISATION = '00000000-0000-7000-8000-000000000001';

let folder: string;
let client: pg.Client;
let drop: () => Promise<void>;

// The release before has written these rows, and the migration finds them.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fis-consents-'));
  const before = join(folder, 'before');
  await cp(PRISMA_DIR, before, {
    recursive: true,
    filter: (source) => !MIGRATION.test(source) && !source.includes('pass_on_consent'),
  });
  const database = await createEmptyDatabase();
  drop = database.drop;
  const { databaseUrl } = database;
  await migrateDatabase({ databaseUrl, prismaDir: before });
  client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    insert into organisations (id, name, plan, locale, created_at)
    values ('${ORGANISATION}', 'Acme', 'enterprise', 'en', now())`);
  // These chains are none: the kind and the payload of an entry are enough.
  await client.query(`
    alter table audit_chains disable trigger audit_chains_begun;
    alter table audit_entries disable trigger audit_entries_in_order`);
  for (const session of SESSIONS) await addSession(session);
  const { applied } = await migrateDatabase({ databaseUrl, prismaDir: PRISMA_DIR });
  expect(applied).toContainEqual(expect.stringMatching(MIGRATION));
});
afterAll(async () => {
  await client.end();
  await drop();
  await rm(folder, { recursive: true });
});

const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const SESSIONS = [
  { number: 100, camera: 'granted', gps: 'revoked', status: 'open' },
  { number: 200, camera: 'pending', gps: 'pending', status: 'open' },
  { number: 300, camera: 'denied', gps: 'granted', status: 'closed' },
];

const addSession = async ({ number, camera, gps, status }: (typeof SESSIONS)[number]) => {
  await client.query(
    `insert into sessions (organisation_id, id, status, operator_email, notes, locale, consent_camera, consent_gps,
       created_at, updated_at, started_at, ended_at)
     values ($1, $2, $3, '', '', 'en', $4, $5, now(), now(), now(), case when $3 = 'closed' then now() end)`,
    [ORGANISATION, idOf(number), status, camera, gps],
  );
  await client.query(
    `insert into audit_chains (organisation_id, session_id, head_sequence, head_hash) values ($1, $2, 9, '')`,
    [ORGANISATION, idOf(number)],
  );
  for (const [index, joinedAt] of [new Date(), new Date(), null].entries()) {
    await client.query(
      `insert into participants (organisation_id, id, session_id, recipient_first_name, recipient_last_name,
         recipient_email, recipient_phone, send_email, ttl_minutes, expires_at, joined_at, pin, created_at)
       values ($1, $2, $3, '', '', '', '', false, 1, now(), $4, case when $4::timestamptz is not null then ''::bytea end, now())`,
      [ORGANISATION, idOf(number + 1 + index), idOf(number), joinedAt],
    );
  }
};

const readConsents = async (number: number) => {
  const { rows } = await client.query(
    `select consent_camera, consent_microphone, consent_gps, consent_recording
     from participants where session_id = $1 order by id`,
    [idOf(number)],
  );
  return rows.map((row) => Object.values(row).join(' '));
};

const append = (number: number, sequence: number, payload: object) =>
  client.query(
    `insert into audit_entries (organisation_id, session_id, sequence, kind, occurred_at, payload, prev_hash, hash)
     values ($1, $2, $3, 'consent.changed', '', $4, '', '')`,
    [ORGANISATION, idOf(number), sequence, JSON.stringify(payload)],
  );

test('existing consents pass on to every participant that joined, the camera’s to recordings, too', async () => {
  expect(await readConsents(100)).toEqual([
    'granted pending revoked granted',
    'granted pending revoked granted',
    'pending pending pending pending',
  ]);
  expect(await readConsents(200)).toEqual(Array(3).fill('pending pending pending pending'));
  expect(await readConsents(300)).toEqual([
    'denied pending granted denied',
    'denied pending granted denied',
    'pending pending pending pending',
  ]);
});

test('what a process of the release before is answered meanwhile is its participant’s own, and nobody else’s', async () => {
  await append(200, 10, { participant_id: idOf(201), camera: 'granted' });
  await append(200, 11, { participant_id: idOf(202), gps: 'denied' });
  await append(200, 12, { participant_id: idOf(201), camera: 'revoked' });
  expect(await readConsents(200)).toEqual([
    'revoked pending pending revoked',
    'pending pending denied pending',
    'pending pending pending pending',
  ]);
});

test('entries of this release change no row: their processes have', async () => {
  const before = await readConsents(100);
  await append(100, 10, {
    participant_id: idOf(101),
    camera: 'denied',
    text_version: '2026-11-26',
    locale: 'en',
  });
  expect(await readConsents(100)).toEqual(before);
});

test('an answer that is none is refused', async () => {
  const change = client.query(`update participants set consent_recording = 'maybe' where session_id = $1`, [
    idOf(200),
  ]);
  await expect(change).rejects.toThrow('participants_consents');
});

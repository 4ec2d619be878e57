import { createHash } from 'node:crypto';
import { verifyChain } from '@field-inspection/evidence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { createCredential } from '../../testing/create-credential.ts';
import {
  endSession,
  inspectHouse,
  startReportServer,
  WRITTEN,
  type Written,
} from '../../testing/inspect-house.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { seedWebhookEndpoint } from '../../testing/seed-webhook-endpoint.ts';
import type { TestServer } from '../../testing/start-test-server.ts';
import { EXPORTED_TABLES } from './exported-tables.ts';
import { LEFT_OUT_TABLES } from './testing/left-out-tables.ts';
import { readExport } from './read-export.ts';

type Line = { type: string; data: Record<string, unknown>; cursor: string };
type Tenant = { server: TestServer; written: Written; sessionId: string; apiKey: string };

let server: TestServer;
let mine: Tenant;
let theirs: Tenant;

const mark = (name: string): Written =>
  Object.fromEntries(Object.entries(WRITTEN).map(([key, value]) => [key, `${value} of ${name}`])) as Written;

const openTenant = async (name: string): Promise<Tenant> => {
  const seed = await seedOrganisation(server.context, { operatorEmail: `${name}@example.com` });
  const tenant = { ...server, seed, client: server.clientOf(seed.apiKey) };
  const { organisationId } = seed;
  const written = mark(name);
  await tenant.client.org.update({ name: `Organisation of ${name}` });
  await tenant.client.branding.update({ footer: `Footer of ${name}` });
  await tenant.client.campaigns.create({ name: `Campaign of ${name}` });
  await tenant.client.retention.update({ session_days: 365 });
  await tenant.client.members.create({ email: `member-${name}@example.org`, name, role: 'auditor' });
  await seedWebhookEndpoint(server.context, { organisationId, url: `https://localhost:1/${name}` });
  const { sessionId } = await inspectHouse(tenant, written);
  await endSession(tenant, sessionId);
  await runDueJobs(server.context);
  return { server: tenant, written, sessionId, apiKey: seed.apiKey };
};

beforeAll(async () => {
  server = await startReportServer();
  mine = await openTenant('Nordic');
  theirs = await openTenant('Iberia');
});
afterAll(() => server.close());

const download = ({ server: { client } }: Tenant, after?: string): Promise<string> =>
  client.exports.download(after === undefined ? {} : { after }).then((response) => response.text());

/** The last line says that the export is complete. */
const readLines = (text: string): Line[] => {
  const lines = text.trimEnd().split('\n');
  expect(lines.at(-1)).toBe('{"type":"end"}');
  return lines.slice(0, -1).map((line) => JSON.parse(line) as Line);
};
const exportAll = async (tenant: Tenant): Promise<Line[]> => readLines(await download(tenant));
const organisationOf = ({ server: { seed } }: Tenant) => seed.organisationId;
const query = async (sql: string, values: unknown[] = []) =>
  (await server.context.database.pool.query<Record<string, unknown>>(sql, values)).rows;

describe('GET /org/export', () => {
  it('200: holds everything of one organisation, row by row of each table, and nothing of another', async () => {
    const [own, other] = [await exportAll(mine), await exportAll(theirs)];
    const missing: string[] = [];
    for (const { type, table, organisation } of EXPORTED_TABLES) {
      const [row] = await query(`select count(*)::int as count from ${table} where ${organisation} = $1`, [
        organisationOf(mine),
      ]);
      const lines = own.filter((line) => line.type === type);
      if (lines.length !== row!['count']) missing.push(`${table}: ${lines.length} of ${row!['count']}`);
    }
    expect(missing).toEqual([]);
    const [text, foreign] = [own, other].map((lines) => JSON.stringify(lines.map(({ data }) => data)));
    const planted = [
      ...Object.values(mine.written).map((value) => JSON.stringify(value).slice(1, -1)),
      ...['Organisation of Nordic', 'Footer of Nordic', 'Campaign of Nordic', 'member-Nordic@example.org'],
      ...['https://localhost:1/Nordic', 'Nordic@example.com', mine.sessionId, organisationOf(mine)],
    ];
    expect(planted.filter((value) => !text!.includes(value))).toEqual([]);
    expect(planted.filter((value) => foreign!.includes(value))).toEqual([]);
    expect(foreign).toContain('Iberia');
    expect(text).not.toContain('Iberia');
  });

  it('200: each table of the database is either in it, column by column, or left out for a reason', async () => {
    const columns = await query(`
      select c.table_name as table, c.column_name as column from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not like '\\_%'
    `);
    const known = new Map(
      EXPORTED_TABLES.map(({ table, key, columns: shown, omits }) => [
        table,
        [
          'organisation_id',
          ...key.map(({ name }) => name),
          ...shown.map((column) => column.split('::')[0]!),
          ...omits,
        ],
      ]),
    );
    const unknown = columns.filter(({ table, column }) => {
      if (LEFT_OUT_TABLES[String(table)] !== undefined) return false;
      return !known.get(String(table))?.includes(String(column));
    });
    expect(unknown).toEqual([]);
    const tables = new Set(columns.map(({ table }) => table));
    const named = [...known.keys(), ...Object.keys(LEFT_OUT_TABLES)];
    expect(named.filter((table) => !tables.has(table))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });

  it('200: holds no secret: no sealed value, no hash of a token or key, no code', async () => {
    const { client } = mine.server;
    const { id } = await client.v1.inspections.create({ type: 'roof', reference: 'secrets' });
    const person = { recipient_email: 'secrets@example.org', send_email: true };
    const { join_url, otp_code } = await client.participants.create(id, person);
    const { signing_secret } = await client.org.rotateCallbackSecret();
    const text = (await download(mine)).toLowerCase();
    expect(text).toContain('secrets@example.org');
    for (const secret of [join_url.split('#')[1]!, `"${otp_code}"`, signing_secret]) {
      expect(text).not.toContain(secret.toLowerCase());
    }
    expect(text).not.toContain('v1.test.');
    const hidden = await query(
      `select encode(key_hash, 'hex') as value from credential_keys
       union all select encode(token_hash, 'hex') from invite_tokens
       union all select encode(token_hash, 'hex') from field_session_tokens
       union all select encode(token_hash, 'hex') from member_invitations
       union all select encode(pin, 'hex') from participants where pin is not null`,
    );
    expect(hidden.length).toBeGreaterThan(5);
    for (const { value } of hidden) {
      const bytes = Buffer.from(String(value), 'hex');
      for (const form of ['hex', 'base64', 'base64url'] as const) {
        expect(text).not.toContain(bytes.toString(form).toLowerCase());
      }
    }
    expect(text).not.toContain(mine.apiKey.toLowerCase());
    expect(text).not.toMatch(/_sealed"|token_hash|key_hash|state_hash|hmac|"pin"|dedupe_key/);
  });

  it('200: cut anywhere, it goes on without a gap or a double', async () => {
    const whole = await exportAll(mine);
    expect(whole.length).toBeGreaterThan(100);
    const from = whole.findLastIndex(({ type }) => type === 'org_entry');
    // The export itself adds entries to the cut-off chain.
    for (let at = from + 1; at < whole.length; at += 9) {
      const rest = readLines(await download(mine, whole[at]!.cursor));
      expect(rest).toEqual(whole.slice(at + 1));
    }
    // Each download is a use of the key, which is noted once a minute.
    const withoutUse = ({ data: { last_used_at: _, ...data }, ...line }: Line) => ({ ...line, data });
    const withoutChain = (lines: Line[]) =>
      lines.filter(({ type }) => !type.startsWith('org_')).map(withoutUse);
    for (let at = 0; at < from; at += 2) {
      const rest = readLines(await download(mine, whole[at]!.cursor));
      expect(withoutChain(rest)).toEqual(withoutChain(whole.slice(at + 1)));
    }
    expect(readLines(await download(mine, whole.at(-1)!.cursor))).toEqual([]);
  });

  it('200: is read no further than its reader has come', async () => {
    let statements = 0;
    const { pool } = server.context.database;
    const counting = Object.assign(Object.create(pool) as typeof pool, {
      query: (...given: Parameters<typeof pool.query>) => (statements++, pool.query(...given)),
    });
    const database = { ...server.context.database, pool: counting };
    const pages = readExport(
      { ...server.context, database },
      { organisationId: organisationOf(mine), after: undefined },
    );
    const seen: number[] = [];
    for await (const _ of pages) seen.push(statements);
    expect(seen[0]).toBe(1);
    expect(seen.at(-1)).toBeGreaterThan(EXPORTED_TABLES.length);
  });

  it('200: its chains verify from their lines alone', async () => {
    const lines = (await exportAll(mine)).filter(({ data }) => data['session_id'] === mine.sessionId);
    const [chain] = lines.filter(({ type }) => type === 'audit_chain');
    const entries = lines
      .filter(({ type }) => type === 'audit_entry')
      .map(({ data: { session_id: _, ...entry } }) => entry);
    const { head_sequence: sequence, head_hash: hash } = chain!.data as {
      head_sequence: number;
      head_hash: string;
    };
    expect(await verifyChain(entries, { expectedHead: { sequence, hash } })).toMatchObject({ valid: true });
  });

  it('200: whoever asks for one is in the chain of the organisation before the first line', async () => {
    const lines = await exportAll(mine);
    const facts = lines.filter(({ type }) => type === 'org_entry').map(({ data }) => data);
    expect(facts.at(-1)).toMatchObject({
      kind: 'export.begun',
      payload: { credential_id: mine.server.seed.credentialId, resumed: false },
    });
    await download(mine, lines[0]!.cursor);
    const { data } = await mine.server.client.org.listAudit({ limit: 1 });
    expect(data[0]).toMatchObject({ kind: 'export.begun', payload: { resumed: true } });
  });

  it('200: a HEAD is no export', async () => {
    const lengthOf = async () => (await mine.server.client.org.getAuditHead()).length;
    const before = await lengthOf();
    const headers = { authorization: `Bearer ${mine.apiKey}` };
    const response = await fetch(`${server.baseUrl}/v1/org/export`, { method: 'HEAD', headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/jsonl']);
    expect(await lengthOf()).toBe(before);
  });

  it('200: no plan and no state of the subscription blocks it', async () => {
    const { prisma } = server.context.database;
    const where = { id: organisationOf(theirs) };
    await prisma.organisation.update({ where, data: { plan: 'free', subscription_status: 'canceled' } });
    expect((await exportAll(theirs)).length).toBeGreaterThan(100);
  });

  it.each([
    ['of another organisation', async () => (await exportAll(theirs))[5]!.cursor],
    ['that was changed', async () => `x${(await exportAll(mine))[5]!.cursor}`],
    ['of a list', async () => (await mine.server.client.evidence.list({ limit: 1 })).nextCursor!],
    ['without its end', async () => (await exportAll(mine))[5]!.cursor.split('.')[0]!],
  ])('400: a cursor %s', async (_, find) => {
    const after = encodeURIComponent(await find());
    const reply = await callApi(mine.server, `GET /org/export?after=${after}`, { root: '/v1' });
    expect(outcomeOf(reply)).toBe('400 validation_error');
  });

  it('403: without org:export, which only an org_admin has', async () => {
    const { api_key } = await createCredential(server.context, {
      organisationId: organisationOf(mine),
      name: 'reads',
      scopes: ['org:read', 'evidence:read', 'audit:read'],
      operatorEmail: 'reads@example.com',
    });
    const reader = { ...mine.server, seed: { ...mine.server.seed, apiKey: api_key } };
    for (const path of ['/org/export', `/org/export/files/${mine.sessionId}/${'0'.repeat(64)}`]) {
      const reply = await callApi(reader, `GET ${path}`, { root: '/v1' });
      expect(outcomeOf(reply)).toBe('403 permission_denied');
    }
  });
});

describe('GET /org/export/files/{owner_id}/{sha256}', () => {
  const listFiles = async (tenant: Tenant) =>
    (await exportAll(tenant))
      .filter(({ type }) => type === 'file')
      .map(({ data }) => data as { owner_id: string; sha256: string; byte_size: number; path: string });
  const fetchFile = (tenant: Tenant, path: string, headers: Record<string, string> = {}) =>
    fetch(server.baseUrl + path, { headers: { authorization: `Bearer ${tenant.apiKey}`, ...headers } });

  it('200: each file that a line names has the size and the hash that it says', async () => {
    const files = await listFiles(mine);
    expect(files.length).toBeGreaterThan(8);
    for (const { owner_id, sha256, byte_size } of files) {
      const response = await mine.server.client.exports.downloadFile(owner_id, sha256);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([byte_size, sha256]);
    }
    const rows = await query(
      `select sha256 from evidence where organisation_id = $1 and status = 'ready'
       union all select sha256 from evidence_derivatives where organisation_id = $1
       union all select sha256 from reports where organisation_id = $1 and status = 'ready'`,
      [organisationOf(mine)],
    );
    expect(files.map(({ sha256 }) => sha256).sort()).toEqual(rows.map((row) => row['sha256']).sort());
  });

  it('206: a Range of it', async () => {
    const [file] = await listFiles(mine);
    const whole = Buffer.from(await (await fetchFile(mine, file!.path)).arrayBuffer());
    const part = await fetchFile(mine, file!.path, { range: 'bytes=10-' });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, whole.subarray(10)]);
    const beyond = await fetchFile(mine, file!.path, { range: `bytes=${whole.length}-` });
    expect(beyond.status).toBe(416);
  });

  it('404: a file of another organisation, one that was never there, and one that was erased', async () => {
    const [file] = await listFiles(mine);
    expect((await fetchFile(theirs, file!.path)).status).toBe(404);
    expect((await fetchFile(mine, `/v1/org/export/files/${file!.owner_id}/${'0'.repeat(64)}`)).status).toBe(
      404,
    );
    await mine.server.client.sessions.redact(mine.sessionId);
    await runDueJobs(server.context);
    expect((await fetchFile(mine, file!.path)).status).toBe(404);
    expect(await listFiles(mine)).toEqual([]);
  });
});

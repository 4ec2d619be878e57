import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyring } from '../../platform/secrets/keyring.ts';
import { ObjectStoreError } from '../../platform/object-store/object-store.ts';
import { joinSession } from '../../testing/join-session.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { seedWebhookEndpoint } from '../../testing/seed-webhook-endpoint.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import {
  startTimestampAuthority,
  type TimestampAuthorityServer,
} from '../../testing/start-timestamp-authority.ts';
import { takePhoto } from '../../testing/take-photo.ts';
import { verifyRestore } from './verify-restore.ts';

let server: TestServer;
let authority: TimestampAuthorityServer;
let sessionId: string;
let evidenceId: string;

beforeAll(async () => {
  authority = await startTimestampAuthority({ now: () => server.clock.now() });
  server = await startTestServer({ TSA_URLS: authority.url });
  await seedWebhookEndpoint(server.context, {
    organisationId: server.seed.organisationId,
    url: 'https://localhost:1/',
  });
  const device = await joinSession(server);
  ({ sessionId } = device);
  await device.call('PATCH', '/consent', { camera: 'granted', gps: 'granted' });
  const { body } = await device.send('/photos', await takePhoto(), { 'content-type': 'image/jpeg' });
  evidenceId = String(body['id']);
  await server.client.sessions.end(sessionId);
  await runDueJobs(server.context);
});
afterAll(async () => {
  await server.close();
  await authority.close();
});

const check = async (changes: Partial<TestServer['context']> = {}, readsObjects = false) =>
  (await verifyRestore({ ...server.context, ...changes }, { readsObjects })).map(
    ({ state, part, words }) => `${state} ${part}: ${words}`,
  );
const listWrong = async (...args: Parameters<typeof check>) =>
  (await check(...args)).filter((line) => line.startsWith('wrong'));

const asOwner = async (statement: string, table = 'audit_entries') => {
  const { pool } = server.context.database;
  await pool.query(`alter table ${table} disable trigger user`);
  await pool.query(statement);
  await pool.query(`alter table ${table} enable trigger user`);
};

const afterStatements = (pattern: RegExp, act: () => Promise<unknown>): TestServer['context']['database'] => {
  const { database } = server.context;
  const query = async (statement: string, values?: unknown[]) => {
    const answer = await database.pool.query(statement, values);
    if (pattern.test(statement)) await act();
    return answer;
  };
  const pool = Object.assign(Object.create(database.pool) as typeof database.pool, { query });
  return { ...database, pool };
};

const keyOfPhoto = async () => {
  const row = await server.context.database.prisma.evidence.findFirstOrThrow({ where: { id: evidenceId } });
  return `${row.organisation_id}/${row.id}/${row.sha256}`;
};

describe('verifyRestore', () => {
  it('says of each part what was looked at when nothing is wrong', async () => {
    const found = await check({}, true);
    expect(found).toEqual([
      expect.stringMatching(/^ok secrets: MASTER_KEYS open all \d+ sealed values\.$/),
      'ok triggers: The triggers that keep the chains are switched on.',
      expect.stringMatching(/^ok chains: [1-9]\d* chains with [1-9]\d* entries verify, and [1-9]\d* tokens/),
      expect.stringMatching(/^ok objects: Each of the [1-9]\d* objects .* its size and its hash\.$/),
      'ok sequences: The numbers of 1 webhook endpoints fit to their deliveries.',
    ]);
  });

  it('tells an object that is missing, one of another size and, when it reads them, one with other bytes', async () => {
    const { objects } = server.context;
    const key = await keyOfPhoto();
    const bytes = await buffer(await objects.get(key));
    const changed = Buffer.from(bytes);
    changed[100]! ^= 1;
    await objects.put(key, changed);
    expect(await listWrong()).toEqual([]);
    expect(await listWrong({}, true)).toEqual([
      expect.stringContaining(`The object ${key} of a row of evidence has other bytes than its hash says.`),
    ]);
    await objects.put(key, bytes.subarray(1));
    expect(await listWrong()).toEqual([
      expect.stringContaining(`has ${bytes.length - 1} bytes instead of ${bytes.length}.`),
    ]);
    await objects.delete(key);
    expect(await listWrong({}, true)).toEqual([
      expect.stringContaining(`${key} of a row of evidence is missing.`),
    ]);
    await objects.put(key, bytes);
    expect(await listWrong({}, true)).toEqual([]);
  });

  it('tries an object over after an error, and tells one that stays unreadable beside all else', async () => {
    const key = await keyOfPhoto();
    const failing = (times: number) => {
      let left = times;
      const stat = async (asked: string) => {
        if (asked === key && left-- > 0) throw new ObjectStoreError('S3 answered 503');
        return server.context.objects.stat(asked);
      };
      return { ...server.context.objects, stat };
    };
    expect(await listWrong({ objects: failing(1) })).toEqual([]);
    const found = await check({ objects: failing(2) });
    expect(found.filter((line) => line.startsWith('wrong'))).toEqual([
      expect.stringContaining(`The object ${key} of a row of evidence could not be read (S3 answered 503).`),
    ]);
    expect(found.map((line) => line.split(':')[0])).toEqual([
      ...['ok secrets', 'ok triggers', 'ok chains', 'wrong objects', 'ok sequences'],
    ]);
  });

  it('tells an error of one part as a finding of it, and goes on with the others', async () => {
    const { pool } = server.context.database;
    await pool.query('alter table audit_entries disable trigger audit_entries_append_only');
    const database = afterStatements(/^select .* from audit_entries/, () => {
      throw new Error('canceling statement due to statement timeout');
    });
    const found = await check({ database });
    await pool.query('alter table audit_entries enable trigger user');
    expect(found).toEqual([
      expect.stringMatching(/^ok secrets/),
      expect.stringMatching(/^wrong triggers: .* are switched off/),
      'wrong chains: This part could not be read to its end: canceling statement due to statement timeout. What comes after is not known. Run this again.',
      expect.stringMatching(/^ok objects/),
      expect.stringMatching(/^ok sequences/),
    ]);
  });

  it('tells the entry of a chain that was changed, and one that is missing at its end', async () => {
    const { pool } = server.context.database;
    const { rows } = await pool.query<{ occurred_at: string }>(
      'select occurred_at from audit_entries where session_id = $1 and sequence = 2',
      [sessionId],
    );
    const where = `where session_id = '${sessionId}' and sequence = 2`;
    await asOwner(`update audit_entries set occurred_at = '2020-01-01T00:00:00.000Z' ${where}`);
    expect(await listWrong()).toEqual([
      expect.stringContaining(
        `The audit chain of the session ${sessionId} fails. Entry 2 was changed after it was hashed.`,
      ),
    ]);
    await asOwner(`update audit_entries set occurred_at = '${rows[0]!.occurred_at}' ${where}`);
    expect(await listWrong()).toEqual([]);
  });

  it('tells by the token that a chain lost its tail, even where its head was set back with it', async () => {
    const { pool, prisma } = server.context.database;
    const where = { organisation_id: server.seed.organisationId, session_id: sessionId };
    const chain = await prisma.auditChain.findFirstOrThrow({ where });
    const last = await prisma.auditEntry.findFirstOrThrow({
      where: { ...where, sequence: chain.head_sequence },
    });
    const setHead = (sequence: number, hash: string) =>
      asOwner(
        `update audit_chains set head_sequence = ${sequence}, head_hash = '${hash}' where session_id = '${sessionId}'`,
        'audit_chains',
      );
    await asOwner(
      `delete from audit_entries where session_id = '${sessionId}' and sequence = ${last.sequence}`,
    );
    expect(await listWrong()).toEqual([
      expect.stringContaining(`Entry ${last.sequence} is missing: the chain ends before the expected head.`),
    ]);
    await setHead(last.sequence - 1, last.prev_hash);
    const told = (await listWrong()).join('\n');
    expect(told).toContain('The token is for other data.');
    expect(told).toContain('its head is not among those that can be verified');
    await setHead(chain.head_sequence, chain.head_hash);
    await pool.query('alter table audit_entries disable trigger user');
    await prisma.auditEntry.create({ data: { ...last, payload: last.payload as object } });
    await pool.query('alter table audit_entries enable trigger user');
    expect(await listWrong()).toEqual([]);
  });

  it('tells an entry that comes after the head of its chain', async () => {
    const { prisma } = server.context.database;
    const { head_sequence, head_hash } = await prisma.auditChain.findFirstOrThrow({
      where: { session_id: sessionId },
    });
    const setHead = (sequence: number) =>
      asOwner(
        `update audit_chains set head_sequence = ${sequence}, head_hash = (
           select hash from audit_entries where session_id = '${sessionId}' and sequence = ${sequence}
         ) where session_id = '${sessionId}'`,
        'audit_chains',
      );
    await setHead(head_sequence - 1);
    expect(await listWrong()).toContainEqual(
      expect.stringContaining(`fails. Entry ${head_sequence} comes after the expected head.`),
    );
    await setHead(head_sequence);
    expect((await prisma.auditChain.findFirstOrThrow({ where: { session_id: sessionId } })).head_hash).toBe(
      head_hash,
    );
    expect(await listWrong()).toEqual([]);
  });

  it('finds nothing wrong with what is appended, sent and frozen while it reads', async () => {
    const { prisma } = server.context.database;
    const device = await joinSession(server);
    const highest = async () => (await prisma.webhookEndpoint.findFirstOrThrow()).last_sequence;
    const before = await highest();
    const steps = [
      () => device.call('PATCH', '/consent', { camera: 'granted' }),
      () => device.call('PATCH', '/consent', { gps: 'granted' }),
      async () => {
        await server.client.sessions.end(device.sessionId);
        await runDueJobs(server.context);
      },
      () => server.client.sessions.create({}),
      () => server.client.sessions.create({}),
    ];
    const count = steps.length;
    // After each statement, so that an append comes between any two of them.
    const database = afterStatements(/(audit|addenda)_chains|webhook_endpoints/, async () =>
      steps.shift()?.(),
    );
    const found = [];
    while (steps.length > 0) found.push(...(await listWrong({ database })));
    expect(found).toEqual([]);
    expect(await highest()).toBeGreaterThan(before + BigInt(count - 3));
    const { frozen_at } = await prisma.auditChain.findFirstOrThrow({
      where: { session_id: device.sessionId },
    });
    expect(frozen_at).not.toBeNull();
    expect(await listWrong()).toEqual([]);
  });

  it('tells triggers that are switched off', async () => {
    const { pool } = server.context.database;
    await pool.query('alter table audit_entries disable trigger audit_entries_append_only');
    expect(await listWrong()).toEqual([
      expect.stringMatching(
        /audit_entries.* are switched off\. As the owner: alter table audit_entries enable/,
      ),
    ]);
    await pool.query('alter table audit_entries enable trigger user');
  });

  it('tells secrets that the keys do not open, by their table and the key that is missing', async () => {
    const keys = [{ kid: 'other', key: randomBytes(32) }];
    expect(await listWrong({ keyring: createKeyring(keys, server.context.random) })).toContainEqual(
      expect.stringMatching(
        /1 value of webhook_endpoints.secret_sealed, sealed with the key test, can't be opened/,
      ),
    );
  });

  it('tells an endpoint whose number is behind its deliveries', async () => {
    const { pool } = server.context.database;
    await pool.query('update webhook_endpoints set last_sequence = last_sequence - 1');
    expect(await listWrong()).toEqual([
      expect.stringMatching(/has a delivery \d+, but its last number is \d+\./),
    ]);
    await pool.query('update webhook_endpoints set last_sequence = last_sequence + 1');
  });

  it('tells fifty of one kind, and counts the others', async () => {
    const { prisma } = server.context.database;
    const { organisationId: organisation_id } = server.seed;
    const now = new Date();
    const sha256 = 'a'.repeat(64);
    const ids = Array.from({ length: 1_100 }, () => server.context.ids.next());
    await prisma.evidence.createMany({
      data: ids.map((id) => ({
        ...{ organisation_id, id, session_id: sessionId, kind: 'photo', status: 'ready', mime: 'image/jpeg' },
        ...{ sha256, byte_size: 1, created_at: now, updated_at: now, received_at: now },
      })),
    });
    const wrong = await listWrong();
    expect([wrong.length, wrong.at(-1)]).toEqual([51, 'wrong objects: And 1050 more of this part.']);
    await asOwner(`delete from evidence where sha256 = '${sha256}'`, 'evidence');
  });
});

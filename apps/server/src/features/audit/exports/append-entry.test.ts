import { verifyChain, verifyCommitment } from '@field-inspection/evidence';
import { Prisma } from '#prisma';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { openForRecording } from '../../../testing/open-for-recording.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { appendEntry, freezeChain } from './append-entry.ts';

const NOTES = ['Leak under the ridge, owner Ada Lovelace', 'Owner is not at home: +39 333 1234567'];
let server: TestServer;
let sessionId: string;

beforeAll(async () => {
  server = await startTestServer();
  const session = await server.client.sessions.create({ notes: NOTES[0]! });
  sessionId = session.id;
  await server.client.sessions.update(sessionId, { notes: NOTES[1]!, locale: 'it' });
  await openForRecording(server, sessionId);
  await server.client.sessions.startRecording(sessionId);
  await server.client.sessions.stopRecording(sessionId);
  await server.client.sessions.end(sessionId);
  await runDueJobs(server.context);
});
afterAll(() => server.close());

const prisma = () => server.context.database.prisma;
const listEntries = () =>
  prisma().auditEntry.findMany({ where: { session_id: sessionId }, orderBy: { sequence: 'asc' } });
const listLinks = async () =>
  (await listEntries()).map(({ sequence, kind, occurred_at, payload, prev_hash, hash }) => ({
    sequence,
    kind,
    occurred_at,
    payload,
    prev_hash,
    hash,
  }));
const readHead = () => prisma().auditChain.findFirstOrThrow({ where: { session_id: sessionId } });
const listDisclosures = () =>
  prisma().auditDisclosure.findMany({
    where: { session_id: sessionId },
    orderBy: [{ sequence: 'asc' }, { field: 'asc' }],
  });

describe('the audit chain of a session', () => {
  it('has an entry for every fact, and verifies up to the frozen head', async () => {
    const entries = await listLinks();
    expect(entries.map(({ kind }) => kind)).toEqual([
      'session.created',
      'session.updated',
      'recording.started',
      'recording.stopped',
      'session.ended',
    ]);
    const { head_hash, head_sequence, frozen_at } = await readHead();
    expect(frozen_at).not.toBeNull();
    expect(
      await verifyChain(entries, { expectedHead: { sequence: head_sequence, hash: head_hash } }),
    ).toMatchObject({
      valid: true,
      length: 5,
    });
  });

  it('fails the verification as soon as one stored value is another', async () => {
    const entries = await listLinks();
    const changed = entries.with(1, {
      ...entries[1]!,
      payload: { ...(entries[1]!.payload as object), locale: 'de' },
    });
    expect(await verifyChain(changed)).toMatchObject({ valid: false, sequence: 2, code: 'wrong_hash' });
  });

  it('holds no personal value in clear', async () => {
    const { rows } = await server.context.database.pool.query<{ entry: string }>(
      'select e::text as entry from audit_entries e',
    );
    expect(rows.length).toBeGreaterThanOrEqual(5);
    for (const { entry } of rows) {
      for (const value of [...NOTES, 'Ada', 'Lovelace', '333 1234567', 'operator@example.com', '@']) {
        expect(entry).not.toContain(value);
      }
    }
  });

  it('commits to each personal value, and every disclosure opens its commitment', async () => {
    const entries = await listEntries();
    const disclosures = await listDisclosures();
    expect(disclosures.map(({ sequence, field, value }) => [sequence, field, value])).toEqual([
      [1, 'notes', NOTES[0]],
      [1, 'operator_email', 'operator@example.com'],
      [2, 'notes', NOTES[1]],
    ]);
    for (const { sequence, field, salt, value } of disclosures) {
      const commitment = (entries[sequence - 1]!.payload as Record<string, string>)[field]!;
      expect(await verifyCommitment({ commitment, salt, value: value as string })).toBe(true);
      expect(await verifyCommitment({ commitment, salt, value: `${value as string}.` })).toBe(false);
    }
    expect(new Set(disclosures.map(({ salt }) => salt)).size).toBe(3);
  });

  it('stays valid when the disclosures are deleted', async () => {
    const other = await server.client.sessions.create({ notes: NOTES[0]! });
    await prisma().auditDisclosure.deleteMany({ where: { session_id: other.id } });
    const rows = await prisma().auditEntry.findMany({ where: { session_id: other.id } });
    const entries = rows.map(({ organisation_id: _, session_id: __, ...link }) => link);
    expect((await verifyChain(entries)).valid).toBe(true);
  });
});

describe('The database refuses UPDATE and DELETE on chain entries', () => {
  const refusals = (statement: string) => expect(server.context.database.pool.query(statement)).rejects;

  it.each([
    "update audit_entries set kind = 'session.forged'",
    'update audit_entries set hash = prev_hash where sequence = 1',
    'delete from audit_entries where sequence = 5',
    'truncate audit_entries',
    'truncate audit_chains, audit_entries, audit_disclosures, anchors, addenda_chains, addenda_entries, addenda_anchors',
  ])('%s', async (statement) => {
    const before = await listLinks();
    await refusals(statement).toMatchObject({ code: '23001', message: 'audit_entries is append-only' });
    expect(await listLinks()).toEqual(before);
  });

  it.each([
    'update audit_chains set head_sequence = head_sequence + 1',
    'update audit_chains set frozen_at = null',
    'delete from audit_chains',
    `insert into audit_entries select organisation_id, session_id, sequence + 1, kind, occurred_at, payload, hash, hash
     from audit_entries where sequence = 5`,
  ])('a frozen chain: %s', async (statement) => {
    const before = await listLinks();
    await refusals(statement).toMatchObject({
      code: '23001',
      message: expect.stringContaining('is frozen') as string,
    });
    expect(await listLinks()).toEqual(before);
  });
});

describe('appendEntry', () => {
  const append = (id: string, kind = 'test.noted') =>
    server.context.transact(async (tx) => {
      appendEntry(server.context, tx, {
        organisationId: server.seed.organisationId,
        sessionId: id,
        kind,
        payload: {},
      });
    });

  it('refuses a frozen chain and one that was never started', async () => {
    await expect(append(sessionId)).rejects.toThrow('is frozen');
    await expect(append(server.context.ids.next())).rejects.toThrow('has no audit chain');
    expect(await listEntries()).toHaveLength(5);
  });

  it('puts 40 parallel facts one after the other', async () => {
    const session = await server.client.sessions.create({});
    await Promise.all(Array.from({ length: 40 }, (_, index) => append(session.id, `test.fact_${index}`)));
    const rows = await prisma().auditEntry.findMany({
      where: { session_id: session.id },
      orderBy: { sequence: 'asc' },
    });
    const entries = rows.map(({ organisation_id: _, session_id: __, ...link }) => link);
    expect(await verifyChain(entries)).toMatchObject({ valid: true, length: 41 });
    expect(new Set(entries.map(({ kind }) => kind)).size).toBe(41);
  });

  it('keeps the order of several facts of one transaction, and the chains of two sessions apart', async () => {
    const { organisationId } = server.seed;
    const [first, second] = [
      await server.client.sessions.create({}),
      await server.client.sessions.create({}),
    ];
    await server.context.transact(async (tx) => {
      for (const [{ id }, kind] of [
        [second, 'test.one'],
        [first, 'test.two'],
        [second, 'test.three'],
      ] as const) {
        appendEntry(server.context, tx, { organisationId, sessionId: id, kind, payload: {} });
      }
    });
    const kindsOf = async (id: string) =>
      (await prisma().auditEntry.findMany({ where: { session_id: id }, orderBy: { sequence: 'asc' } })).map(
        ({ kind }) => kind,
      );
    expect(await kindsOf(first.id)).toEqual(['session.created', 'test.two']);
    expect(await kindsOf(second.id)).toEqual(['session.created', 'test.one', 'test.three']);
  });

  it('freezes a chain with the facts of its transaction, and keeps its head where it can be looked up', async () => {
    const { organisationId } = server.seed;
    const { id } = await server.client.sessions.create({});
    await server.context.transact(async (tx) => {
      freezeChain(tx, { organisationId, sessionId: id });
      appendEntry(server.context, tx, { organisationId, sessionId: id, kind: 'test.noted', payload: {} });
    });
    const { head_hash, head_sequence, frozen_at } = await prisma().auditChain.findFirstOrThrow({
      where: { session_id: id },
    });
    const last = await prisma().auditEntry.findFirstOrThrow({ where: { session_id: id, sequence: 2 } });
    expect([head_sequence, head_hash]).toEqual([2, last.hash]);
    expect(await prisma().frozenHead.findMany({ where: { session_id: id } })).toEqual([
      { head_hash, organisation_id: organisationId, session_id: id, frozen_at },
    ]);
  });

  it('leaves neither entry nor head of a transaction that fails after it', async () => {
    const session = await server.client.sessions.create({});
    const failing = server.context.transact(async (tx) => {
      const fact = {
        organisationId: server.seed.organisationId,
        sessionId: session.id,
        kind: 'test.noted',
        payload: {},
      };
      appendEntry(server.context, tx, fact);
      tx.effects.right = {
        name: { kind: 'credential', id: server.seed.credentialId },
        holds: Prisma.sql`select false`,
        refuse: () => new Error('told to fail'),
      };
    });
    await expect(failing).rejects.toThrow('told to fail');
    expect(await prisma().auditEntry.count({ where: { session_id: session.id } })).toBe(1);
  });
});

import { verifyCommitment } from '@field-inspection/evidence';
import type { Inspection, Session } from '@field-inspection/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => server.clock.advance(1));

const WORDS = {
  type: 'property_claim',
  reference: 'CLM Ada Lovelace 🏠',
  site_address: 'Via Torino 12, Milano',
  metadata: { order: '4711', 'a.b-c_d': '', constructor: 'Milano\n2', '7': '🏠'.repeat(500) },
};

const familiesOf = ({ sessions, v1 }: TestServer['client']) => ({ sessions, inspections: v1.inspections });
const prisma = () => server.context.database.prisma;
const patch = (id: string, metadata: unknown) =>
  callApi(server, `PATCH /sessions/${id}`, { body: { metadata } });
const wordsOf = ({ type, reference, site_address, metadata }: Session | Inspection) => ({
  type,
  reference,
  site_address,
  metadata,
});
const listPairs = async (id: string) => {
  const rows = await prisma().sessionMetadata.findMany({ where: { session_id: id } });
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
};
const pairs = (count: number, name = 'key') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}-${index}`, String(index)]));

describe.each(['sessions', 'inspections'] as const)(
  'your reference, type and metadata, given to %s',
  (family) => {
    const create = async (words: Partial<typeof WORDS> = WORDS) =>
      (await familiesOf(server.client)[family].create(words)).id;

    it('come back wherever the session is shown, in both families', async () => {
      const id = await create();
      const { client } = server;
      const shown = [
        await client.sessions.get(id),
        await client.v1.inspections.get(id),
        (await client.sessions.list({ limit: 1 })).data[0]!,
        (await client.v1.inspections.list({ limit: 1 })).data[0]!,
        await client.sessions.update(id, { notes: 'seen' }),
      ];
      for (const session of shown) expect(wordsOf(session)).toEqual(WORDS);
      expect(await listPairs(id)).toEqual(WORDS.metadata);
    });

    it('come back in every event that holds the session', async () => {
      const id = await create();
      await server.client.sessions.end(id);
      const events = await prisma().event.findMany({
        where: { session_id: id },
        orderBy: { created_at: 'asc' },
      });
      expect(events.map(({ type }) => type).toSorted()).toEqual(['session.created', 'session.ended']);
      for (const { data } of events) expect(data).toMatchObject(WORDS);
    });

    it('stand in the audit chain as commitments, which the disclosures open', async () => {
      const id = await create();
      const key = { session_id: id, sequence: 1 };
      const payload = (await prisma().auditEntry.findFirstOrThrow({ where: key })).payload as Record<
        string,
        string
      >;
      expect(JSON.stringify(payload)).not.toMatch(/Lovelace|property_claim|order|Milano/);
      const disclosed = await prisma().auditDisclosure.findMany({ where: key });
      for (const field of ['type', 'reference', 'site_address', 'metadata'] as const) {
        const { salt, value } = disclosed.find((row) => row.field === field)!;
        expect(value).toEqual(WORDS[field]);
        const disclosure = { commitment: payload[field]!, salt, value: WORDS[field] };
        expect(await verifyCommitment(disclosure)).toBe(true);
      }
    });

    it('are empty when they are not given, and no entry speaks of them', async () => {
      const id = await create({});
      expect(wordsOf(await server.client.sessions.get(id))).toEqual({
        type: '',
        reference: '',
        site_address: '',
        metadata: {},
      });
      const disclosed = await prisma().auditDisclosure.findMany({ where: { session_id: id, sequence: 1 } });
      expect(disclosed.map(({ field }) => field).toSorted()).toEqual(['notes', 'operator_email']);
      expect(await listPairs(id)).toEqual({});
    });

    it('are changed by PATCH: metadata merge, null removes a pair, and lists find what is there now', async () => {
      const id = await create();
      const { status, body } = await patch(id, {
        order: '4712',
        '7': null,
        constructor: null,
        new: 'x',
        gone: null,
      });
      const metadata = { order: '4712', 'a.b-c_d': '', new: 'x' };
      expect([status, body['metadata']]).toEqual([200, metadata]);
      expect(await listPairs(id)).toEqual(metadata);
      const found = await familiesOf(server.client)[family].list({ metadata: { order: '4712', new: 'x' } });
      expect(found.data[0]!.id).toBe(id);
      expect(
        (await familiesOf(server.client)[family].list({ metadata: { constructor: 'Milano\n2' } })).data.map(
          (s) => s.id,
        ),
      ).not.toContain(id);
      const words = { type: 'car', reference: '', site_address: 'Via Roma 1' };
      expect(wordsOf(await server.client.sessions.update(id, words))).toEqual({ ...words, metadata });
    });
  },
);

describe('PATCH /sessions/{session_id}', () => {
  it('writes the metadata as they then are into the chain, as one commitment; nothing changed, no entry', async () => {
    const { id } = await server.client.sessions.create({ metadata: { order: '4711' } });
    await patch(id, { branch: 'Roma' });
    for (const nothing of [{}, { order: '4711' }, { other: null }]) await patch(id, nothing);
    const entries = await prisma().auditEntry.findMany({
      where: { session_id: id },
      orderBy: { sequence: 'asc' },
    });
    expect(entries.map(({ kind }) => kind)).toEqual(['session.created', 'session.updated']);
    const [opened] = await prisma().auditDisclosure.findMany({ where: { session_id: id, sequence: 2 } });
    expect(opened).toMatchObject({ field: 'metadata', value: { order: '4711', branch: 'Roma' } });
    const { metadata } = entries[1]!.payload as { metadata: string };
    const value = { branch: 'Roma', order: '4711' };
    expect(await verifyCommitment({ commitment: metadata, salt: opened!.salt, value })).toBe(true);
  });

  it('lets 20 pairs remain at most, and may replace all of them at once', async () => {
    const { id } = await server.client.sessions.create({ metadata: pairs(20) });
    const refused = await patch(id, { another: 'x' });
    expect(outcomeOf(refused)).toBe('400 validation_error');
    expect(refused.body.errors).toMatchObject([
      { path: 'body.metadata', message: expect.stringContaining('21 pairs') as string },
    ]);
    const removed = Object.fromEntries(Object.keys(pairs(20)).map((key) => [key, null]));
    expect((await patch(id, { ...removed, ...pairs(20, 'other') })).body['metadata']).toEqual(
      pairs(20, 'other'),
    );
    expect(await listPairs(id)).toEqual(pairs(20, 'other'));
  });

  it('of 20 at once loses none, and the rows of the lists agree with the session', async () => {
    const { id } = await server.client.sessions.create();
    const keys = Object.entries(pairs(20));
    await Promise.all(keys.map(([key, value]) => patch(id, { [key]: value })));
    expect((await server.client.sessions.get(id)).metadata).toEqual(pairs(20));
    expect(await listPairs(id)).toEqual(pairs(20));
  });
});

it('a retry under one Idempotency-Key gets the same words again; the same key with other pairs is refused', async () => {
  const options = { idempotencyKey: 'words' };
  const first = await server.client.sessions.create(WORDS, options);
  expect(await server.client.sessions.create(WORDS, options)).toEqual(first);
  const other = server.client.sessions.create({ ...WORDS, metadata: { order: '4712' } }, options);
  await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' });
});

describe('400', () => {
  it.each([
    ['21 pairs', { metadata: pairs(21) }, 'body.metadata'],
    ['a key of 41 characters', { metadata: { ['k'.repeat(41)]: '' } }, `body.metadata.${'k'.repeat(41)}`],
    ['a key with a space', { metadata: { 'order id': '' } }, 'body.metadata.order id'],
    ['a value of 501 characters', { metadata: { order: 'x'.repeat(501) } }, 'body.metadata.order'],
    ['a number as a value', { metadata: { order: 4711 } }, 'body.metadata.order'],
    ['null in what creates', { metadata: { order: null } }, 'body.metadata.order'],
    ['U+0000 in a value', { metadata: { order: 'a\u0000' } }, 'body.metadata.order'],
    ['a lone surrogate in a value', { metadata: { order: '\ud800' } }, 'body.metadata.order'],
    ['U+0000 in a reference', { reference: 'a\u0000' }, 'body.reference'],
    ['a reference of 201 characters', { reference: 'x'.repeat(201) }, 'body.reference'],
    ['a list', { metadata: ['order'] }, 'body.metadata'],
    ['a key that zod passes over', '{"metadata":{"__proto__":"x"}}', 'body.metadata.__proto__'],
  ])('refuses %s by name, and makes nothing', async (_, body, path) => {
    const before = await prisma().session.count();
    const reply = await callApi(server, 'POST /sessions', { body });
    expect(outcomeOf(reply)).toBe('400 validation_error');
    expect(reply.body.errors.map((part) => part.path)).toEqual([path]);
    expect(await prisma().session.count()).toBe(before);
  });
});

it('a session that code of before wrote has no metadata, and takes some', async () => {
  const { id } = await server.client.sessions.create();
  await server.context.database.pool.query(
    `insert into sessions (organisation_id, id, status, operator_email, notes, type, reference, locale, created_at, updated_at)
     select organisation_id, $2, status, operator_email, notes, 'roof', 'old', locale, created_at, updated_at
     from sessions where id = $1`,
    [id, '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01'],
  );
  const [old] = (await server.client.sessions.list({ reference: 'old' })).data;
  expect(wordsOf(old!)).toEqual({ type: 'roof', reference: 'old', site_address: '', metadata: {} });
});

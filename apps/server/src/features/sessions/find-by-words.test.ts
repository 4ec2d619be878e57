import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryAtLength } from '../../testing/query-at-length.ts';
import { seedOrganisation, type Seed } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { listInspections } from '../inspections/inspection-routes.ts';
import { listSessions } from './session-routes.ts';

const SESSIONS = 20_000;
let server: TestServer;
let own: Seed;
let other: Seed;

beforeAll(async () => {
  server = await startTestServer();
  [own, other] = [await seedOrganisation(server.context), await seedOrganisation(server.context)];
  for (const { organisationId } of [own, other]) await pileUp(organisationId);
  await server.context.database.pool.query('analyze sessions; analyze session_metadata');
});
afterAll(() => server.close());

const pileUp = (organisationId: string) =>
  queryAtLength(
    server.context,
    `
    with made as (
      insert into sessions (organisation_id, id, status, operator_email, notes, locale, reference, metadata, created_at, updated_at)
      select $1, uuid_v7(), 'created', '', '', 'en', case when n % 3 = 0 then 'CLM-0' else 'CLM-' || n end,
        jsonb_build_object('order', n::text, 'branch', case when n % 2 = 0 then 'Milano' else 'Roma' end,
          'turn', case when n % 2 = 0 or n in (3, 4001) then 'even' else 'odd' end),
        timestamptz '2026-01-01' + n * interval '1 second', now()
      from generate_series(1, $2::int) n
      returning *
    )
    insert into session_metadata
    select m.organisation_id, m.id, p.key, p.value, m.created_at from made m, jsonb_each_text(m.metadata) p
    `,
    [organisationId, SESSIONS],
  );

type Words = { reference?: string; metadata?: Record<string, string>; cursor?: string };
const LISTS = { sessions: listSessions, inspections: listInspections };

const explain = async (family: keyof typeof LISTS, words: Words): Promise<string> => {
  const { prisma } = server.context.database;
  let plan = '';
  const database = {
    prisma: {
      $queryRaw: async (strings: TemplateStringsArray, ...values: unknown[]) => {
        const statement = Prisma.sql(strings, ...values);
        const rows = await prisma.$queryRaw<
          { 'QUERY PLAN': string }[]
        >`explain (analyze, buffers) ${statement}`;
        plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        return prisma.$queryRaw`${statement}`;
      },
    },
  } as unknown as Context['database'];
  const query = { limit: 25, ...words };
  await LISTS[family]({ database, keyring: server.context.keyring }, { ...own, query });
  return plan;
};

const familiesOf = ({ sessions, v1 }: TestServer['client']) => ({ sessions, inspections: v1.inspections });

const pagesRead = (plan: string) =>
  [.../^ *Buffers: shared.*$/m.exec(plan)![0].matchAll(/(?:hit|read)=(\d+)/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );

describe.each(['sessions', 'inspections'] as const)('the list of %s', (family) => {
  const list = (words: Words & { limit?: number }, { apiKey } = own) =>
    familiesOf(server.clientOf(apiKey))[family].list(words);

  it.each<[string, Words, string[]]>([
    ['a reference', { reference: 'CLM-4711' }, ['4711']],
    ['a pair', { metadata: { order: '4711' } }, ['4711']],
    ['two pairs that both hold', { metadata: { order: '4711', branch: 'Roma' } }, ['4711']],
    ['two pairs of which one holds', { metadata: { order: '4711', branch: 'Milano' } }, []],
    ['a reference and a pair', { reference: 'CLM-4711', metadata: { order: '4712' } }, []],
    ['a pair that nobody has', { metadata: { order: '0' } }, []],
    ['the value of another key', { metadata: { branch: '4711' } }, []],
  ])('finds exactly the sessions of %s, and none of another organisation', async (_, words, orders) => {
    const { data } = await list(words);
    expect(data.map(({ metadata }) => metadata['order'])).toEqual(orders);
    const foreign = await list(words, other);
    const ids = new Set([...data, ...foreign.data].map(({ id }) => id));
    expect(ids.size).toBe(2 * data.length);
    expect(foreign.data).toHaveLength(data.length);
  });

  it('pages through what a pair finds in the order of the list, each once', async () => {
    const seen: number[] = [];
    let words: Words = { metadata: { branch: 'Roma' } };
    for (let page = 0; page < 4; page++) {
      const { data, nextCursor } = await list({ ...words, limit: 7 });
      seen.push(...data.map(({ metadata }) => Number(metadata['order'])));
      words = { ...words, cursor: nextCursor! };
    }
    expect(seen).toEqual(Array.from({ length: 28 }, (__, index) => SESSIONS - 1 - 2 * index));
  });

  it('ends a page after 5 000 sessions that one pair finds and the other does not, and goes on to every match', async () => {
    const metadata = { branch: 'Roma', turn: 'even' };
    const first = await list({ metadata });
    expect([first.data, first.hasMore]).toEqual([[], true]);
    const second = await list({ metadata, cursor: first.nextCursor! });
    expect(second.data.map((session) => session.metadata['order'])).toEqual(['4001', '3']);
    const orders: (string | undefined)[] = [];
    for await (const session of list({ metadata })) orders.push(session.metadata['order']);
    expect(orders).toEqual(['4001', '3']);
  });

  it('binds a cursor to its words, whatever the order of the pairs', async () => {
    const metadata = { branch: 'Roma', order: '4711' };
    const cursor = (await list({ metadata: { branch: 'Roma' }, limit: 1 })).nextCursor!;
    const refused = { status: 400, code: 'invalid_cursor' };
    for (const words of [{}, { metadata }, { metadata: { branch: 'Milano' } }, { reference: 'CLM-1' }]) {
      await expect(list({ ...words, cursor })).rejects.toMatchObject(refused);
    }
  });

  it.each<[string, Words, string]>([
    ['a reference', { reference: 'CLM-4711' }, 'sessions_reference_idx'],
    ['a rare pair', { metadata: { order: '4711' } }, 'session_metadata_organisation_id_key'],
    ['a pair of half the sessions', { metadata: { branch: 'Roma' } }, 'session_metadata_organisation_id_key'],
    [
      'three pairs',
      { metadata: { branch: 'Roma', order: '4711', x: '' } },
      'session_metadata_organisation_id_key',
    ],
  ])('finds %s by its index, without reading a table or sorting what is common', async (_, words, index) => {
    const plan = await explain(family, words);
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
    expect(plan).not.toContain('Rows Removed by Filter');
    expect(pagesRead(plan)).toBeLessThan(500);
  });

  it.each<[string, Words, string]>([
    ['a pair', { metadata: { branch: 'Roma' } }, 'session_id'],
    ['a reference', { reference: 'CLM-0' }, 'id'],
  ])(
    'begins a later page of %s where the one before ended: no row of those before is read',
    async (_, words, id) => {
      let cursor = (await list({ ...words, limit: 100 })).nextCursor!;
      for (let page = 0; page < 40; page++)
        cursor = (await list({ ...words, limit: 100, cursor })).nextCursor!;
      const plan = await explain(family, { ...words, cursor });
      expect(plan).toMatch(new RegExp(`Index Cond: .*ROW\\(created_at, ${id}\\) <`));
      expect(plan).not.toMatch(/Seq Scan|Sort Key|Rows Removed by Filter/);
      expect(pagesRead(plan)).toBeLessThan(500);
    },
  );
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApi, outcomeOf, type ApiReply } from '../testing/call-api.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const create = () =>
  callApi(server, 'POST /sessions', { headers: { 'idempotency-key': 'order-1' }, body: { notes: 'once' } });
const isReplay = ({ headers }: ApiReply) => headers.get('idempotent-replayed') === 'true';

test('a repeated call gets the reply also as one of fifty at once, and while another transaction holds the lock', async () => {
  const first = await create();
  const count = await server.context.database.prisma.session.count();
  const replies = await Promise.all(Array.from({ length: 50 }, () => create()));
  expect(replies.map(outcomeOf)).toEqual(Array(50).fill('201'));
  expect(new Set(replies.map(({ text }) => text))).toEqual(new Set([first.text]));
  expect(replies.every(isReplay)).toBe(true);
  expect(await server.context.database.prisma.session.count()).toBe(count);
  const { rows } = await server.context.database.pool.query<{ key_hash: Buffer }>(
    'select key_hash from idempotency_keys order by created_at desc limit 1',
  );
  const holder = await server.context.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock($1)', [rows[0]!.key_hash.readBigInt64BE(0)]);
    const held = await create();
    expect([outcomeOf(held), isReplay(held)]).toEqual(['201', true]);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});

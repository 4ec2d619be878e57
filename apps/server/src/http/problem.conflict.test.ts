import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../testing/call-api.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await query('create sequence conflicts');
});
afterAll(() => server.close());
afterEach(() => query('drop function conflict cascade; alter sequence conflicts restart'));

const query = (text: string) => server.context.database.pool.query(text);

/** Has inserts into the table lose against another transaction this many times; rollbacks count. */
const loseConflicts = ({ table, code, times }: { table: string; code: string; times: number }) =>
  query(`
    create function conflict() returns trigger language plpgsql as $$
    begin
      if nextval('conflicts') <= ${times} then raise exception 'lost' using errcode = '${code}'; end if;
      return new;
    end $$;
    create trigger conflict before insert on ${table} for each row execute function conflict()`);

const countTries = async (): Promise<number> => {
  const { rows } = await query('select last_value::int as tries from conflicts');
  return (rows[0] as { tries: number }).tries;
};

const create = () =>
  callApi(server, 'POST /sessions', { body: {}, headers: { 'idempotency-key': crypto.randomUUID() } });

const CASES = ['40P01', '40001'].flatMap((code) =>
  // Prisma writes the first, and a transaction's last statement the second.
  ['sessions', 'idempotency_keys'].map((table) => ({ code, table })),
);

it.each(CASES)('a write that loses a conflict ($code in $table) is made at the next try', async (lost) => {
  await loseConflicts({ ...lost, times: 2 });
  expect(outcomeOf(await create())).toBe('201');
  expect(await countTries()).toBe(3);
});

it.each(CASES)(
  'a write that loses every conflict ($code in $table) is tried four times, and is then 503 with Retry-After',
  async (lost) => {
    await loseConflicts({ ...lost, times: 1_000 });
    const sessions = () => server.context.database.prisma.session.count();
    const before = await sessions();
    const reply = await create();
    expect(outcomeOf(reply)).toBe('503 unavailable');
    expect(reply.headers.get('retry-after')).toMatch(/^\d+$/);
    expect([await countTries(), await sessions()]).toEqual([4, before]);
  },
);

it.each(['40P01', '40001'])(
  'a request that loses a conflict before its write (%s) is 503, never 500',
  async (code) => {
    await query('delete from rate_windows');
    await loseConflicts({ table: 'rate_windows', code, times: 1_000 });
    expect(outcomeOf(await create())).toBe('503 unavailable');
  },
);

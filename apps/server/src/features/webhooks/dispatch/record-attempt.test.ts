import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { Context } from '../../../context.ts';
import { claimAttempts } from './claim-attempts.ts';
import { recordAttempt, type AttemptResult } from './record-attempt.ts';

let server: TestServer;
let context: Context;
beforeAll(async () => {
  server = await startTestServer();
  context = server.context;
});
afterAll(() => server.close());

/** The text of the statement that a call sends. */
const readStatement = async (call: (database: Context['database']) => Promise<unknown>): Promise<string> => {
  let text = '';
  const pool = {
    query: (statement: { text: string }) => {
      text = statement.text;
      return Promise.resolve({ rows: [{ looks: 0, delivery_id: null }] });
    },
  };
  await call({ ...context.database, pool: pool as never });
  return text;
};
const explain = async (text: string): Promise<string> => {
  const { rows } = await context.database.pool.query<{ 'QUERY PLAN': string }>(
    `explain (generic_plan, costs off) ${text}`,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
};

/** A claim counts the leases of an organisation: no more than its cap. */
const COUNT = /Index Cond: \(organisation_id = (o(_\d+)?|oldest)\.organisation_id\)$/;

describe('the plans of a claim and a record, made while no attempt was under way, and kept', () => {
  beforeAll(async () => {
    await context.database.pool.query('delete from webhook_leases');
    await context.database.pool.query('vacuum analyze webhook_leases');
  });

  test('look each row up by its key, or a lease at its place', async () => {
    const claim = await readStatement((database) => claimAttempts({ ...context, database }, 1));
    const result = { attempt: {}, verdict: {}, receiver: {}, now: new Date() } as AttemptResult;
    const record = await readStatement((database) => recordAttempt({ ...context, database }, result));
    for (const plan of [await explain(claim), await explain(record)]) {
      expect(plan).not.toContain('Seq Scan on webhook');
      const lines = plan.split('\n');
      const scans = lines.flatMap((line, index) =>
        /Scan using webhook_\w+ on webhook_(leases|deliveries|attempts|queue)/.test(line)
          ? [lines[index + 1]]
          : [],
      );
      expect(scans.length).toBeGreaterThan(0);
      const byKey = scans.filter((condition) => !COUNT.test(condition!));
      expect(scans.length - byKey.length).toBe(plan.includes('webhook_waits') ? 2 : 0);
      for (const condition of byKey) expect(condition).toMatch(/Index Cond: .*organisation_id = .*id = /);
      for (const [index, line] of lines.entries()) {
        if (!/Scan using \w+ on webhook_(queue|leases)/.test(line) || COUNT.test(lines[index + 1]!)) continue;
        expect(lines[index + 1]).toContain('(delivery_id = ');
      }
    }
    expect(await explain(claim)).toContain('Merge Join');
    expect(await explain(record)).toContain('Tid Scan on webhook_leases');
  });
});

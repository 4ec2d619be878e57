import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedWebhookEndpoint } from '../../../testing/seed-webhook-endpoint.ts';
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

type Statement = { text: string; values: unknown[] };

const readStatement = async (
  call: (database: Context['database']) => Promise<unknown>,
): Promise<Statement> => {
  let sent: Statement = { text: '', values: [] };
  const pool = {
    query: (statement: Statement) => {
      sent = statement;
      return Promise.resolve({ rows: [{ looks: 0, delivery_id: null }] });
    },
  };
  await call({ ...context.database, pool: pool as never });
  return sent;
};

const readPlan = async ({ text }: Statement): Promise<string> => {
  const { rows } = await context.database.pool.query<{ 'QUERY PLAN': string }>(
    `explain (generic_plan, costs off) ${text}`,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
};

/** Statements within the functions that it calls count, too. Everything is undone. */
const readNestedPlans = async (statement: Statement): Promise<string> => {
  const connection = await context.database.pool.connect();
  const plans: string[] = [];
  connection.on('notice', ({ message = '' }) => void plans.push(message));
  await connection.query(`
    begin;
    load 'auto_explain';
    set local auto_explain.log_min_duration = 0;
    set local auto_explain.log_nested_statements = on;
    set local plan_cache_mode = force_generic_plan;
    set local client_min_messages = log`);
  const { rows } = await connection.query<{ delivery_id: string | null }>(statement);
  expect(rows.map(({ delivery_id }) => delivery_id)).toEqual([expect.any(String)]);
  await connection.query('rollback');
  connection.release(true);
  return plans.join('\n');
};

/** A claim counts the leases of an organisation: no more than its cap. */
const COUNT = /Index Cond: \(organisation_id = (o(_\d+)?|oldest)\.(organisation_)?id\)$/;

const listConditions = (
  plan: string,
  tables = 'leased_attempts|deliveries|attempts|queued_deliveries',
): string[] => {
  const scan = new RegExp(`Scan using webhook_\\w+ on webhook_(${tables})`);
  const lines = plan.split('\n');
  return lines.flatMap((line, index) => (scan.test(line) ? [lines[index + 1]!] : []));
};

describe('the plans of a claim and a record, made while no attempt was under way, and kept', () => {
  beforeAll(async () => {
    const { organisationId } = server.seed;
    const { id } = await seedWebhookEndpoint(context, { organisationId, url: 'https://a.test/' });
    await server.client.webhookEndpoints.test(id);
    await context.database.pool.query('delete from webhook_leased_attempts');
    await context.database.pool.query('vacuum analyze webhook_leased_attempts');
  });

  test('look each row up by its key, or a lease at its position', async () => {
    const claim = await readNestedPlans(
      await readStatement((database) => claimAttempts({ ...context, database }, 1)),
    );
    const result = { attempt: {}, verdict: {}, receiver: {}, now: new Date() } as AttemptResult;
    const record = await readPlan(
      await readStatement((database) => recordAttempt({ ...context, database }, result)),
    );
    for (const [plan, counts] of [
      [claim, 3],
      [record, 0],
    ] as const) {
      expect(plan).not.toContain('Seq Scan on webhook');
      const conditions = listConditions(plan);
      const byKey = conditions.filter((condition) => !COUNT.test(condition));
      expect(byKey.length).toBeGreaterThan(0);
      expect(conditions.length - byKey.length).toBe(counts);
      for (const condition of byKey) expect(condition).toMatch(/Index Cond: .*organisation_id = .*id = /);
    }
    expect(claim.match(/lease_webhook_attempts|read_webhook_attempts/g)).toHaveLength(4);
    for (const condition of listConditions(record, 'leased_attempts|queued_deliveries'))
      expect(condition).toContain('(delivery_id = ');
    expect(record).toContain('Tid Scan on webhook_leased_attempts');
  });
});

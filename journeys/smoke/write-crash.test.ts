import { setTimeout as sleep } from 'node:timers/promises';
import { openProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { expect, test } from 'vitest';
import { startStatementProxy } from '../start-statement-proxy.ts';

/** So late that reminders and the expiry are enqueued with the session. */
const IN_TWO_DAYS = new Date(Date.now() + 2 * 86_400_000).toISOString();

const JOBS = 3;

test('kill -9 of a server after each statement of a write, the commit included: the retry makes one session, with its event, entry and jobs', async ({
  annotate,
  onTestFinished,
}) => {
  const world = await openProcessWorld();
  onTestFinished(() => world.close());
  const proxy = await startStatementProxy(world.databaseUrl);
  onTestFinished(() => proxy.close());
  const { prisma, pool } = world.context.database;
  const countJobs = async () => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int from graphile_worker._private_jobs`,
    );
    return rows[0]!.count;
  };
  const count = async () => ({
    sessions: await prisma.session.count(),
    events: await prisma.event.count(),
    entries: await prisma.auditEntry.count(),
    jobs: await countJobs(),
  });
  const create = async (baseUrl: string, key: string) => {
    const response = await fetch(`${baseUrl}/api/v1/public/sessions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${world.seed.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ scheduled_for: IN_TWO_DAYS }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  const survivor = await world.spawn('api');

  const statements: string[] = [];
  let hasCommitted = false;
  for (let number = 1; !hasCommitted; number++) {
    const before = await count();
    const doomed = await world.spawn('api', { DATABASE_URL: proxy.databaseUrl });
    const stopped = proxy.stopAfter(number);
    const writing = create(doomed.baseUrl, `key-${number}`).catch(() => 'no reply');
    const statement = await stopped;
    hasCommitted = /^commit/i.test(statement);
    await doomed.kill('SIGKILL');
    expect(await writing).toBe('no reply');
    proxy.drop();
    let status = await create(survivor.baseUrl, `key-${number}`);
    // The status is 409 until the database knows that the other server is gone.
    while (status === 409) {
      await sleep(100);
      status = await create(survivor.baseUrl, `key-${number}`);
    }
    expect(status).toBe(201);
    expect(await count()).toEqual({
      sessions: before.sessions + 1,
      events: before.events + 1,
      entries: before.entries + 1,
      jobs: before.jobs + JOBS,
    });
    statements.push(statement);
  }
  // The key's claim, the rows, the job and the reply lie in between.
  expect(statements.length).toBeGreaterThanOrEqual(4);
  expect(statements.join('\n')).toMatch(/^begin[^]*insert into[^]*add_jobs[^]*commit/i);
  await annotate(`${statements.length} kills, ${statements.length} resources`, 'figure');
});

import { FieldInspection } from '@field-inspection/sdk';
import { openProcessWorld } from '@field-inspection/server/testing/open-process-world';
import pg from 'pg';
import { expect, it } from 'vitest';

// Writes of an organisation that a process with such a pool has under way.
const PLACES = 5;
const DATABASE_POOL_SIZE = '20';

it('SIGTERM: readiness fails at once, requests under way are answered, the exit code is 0', async () => {
  const world = await openProcessWorld();
  const blocker = new pg.Client({ connectionString: world.databaseUrl });
  try {
    const server = await world.spawn('all', { DATABASE_POOL_SIZE });
    const client = new FieldInspection({
      apiKey: world.seed.apiKey,
      baseUrl: server.baseUrl,
      maxRetries: 0,
    });
    const sessions = await Promise.all(Array.from({ length: PLACES }, () => client.sessions.create({})));
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('select 1 from sessions for update');
    const endings = sessions.map(({ id }) => client.sessions.end(id));
    await untilBlocked(world.databaseUrl, endings.length);

    const exited = server.kill('SIGTERM');
    await untilStatus(`${server.baseUrl}/readyz`, 503);
    expect((await fetch(`${server.baseUrl}/livez`)).status).toBe(200);
    await blocker.query('rollback');

    expect((await Promise.all(endings)).map(({ status }) => status)).toEqual(endings.map(() => 'closed'));
    expect(await exited).toBe(0);
    // The log has all lines before the process ends, with those of its last requests.
    const ended = server.lines.filter((line) => /"route":"[^"]*\/end","status":200/.test(line));
    expect(ended).toHaveLength(endings.length);
    expect(server.lines.at(-1)).toContain('"msg":"stopped"');
  } finally {
    await blocker.end();
    await world.close();
  }
});

/** The requests are under way once so many statements wait for a lock. */
const untilBlocked = async (databaseUrl: string, count: number): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (rows[0]!.waiting >= count) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    await client.end();
  }
};

const untilStatus = async (url: string, status: number): Promise<void> => {
  while ((await fetch(url)).status !== status) await new Promise((resolve) => setTimeout(resolve, 20));
};

import { runOnce, Logger } from 'graphile-worker';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../admin/commands.ts';
import { AdminError, readOptions } from '../../admin/options.ts';
import type { Context } from '../../context.ts';
import { GIVEN_UP_WORK } from '../../given-up-work.ts';
import { createTasks } from '../../tasks.ts';
import { mintInviteFor } from '../../testing/mint-invite-for.ts';
import { runAdmin } from '../../testing/run-admin.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { cleanUpJobs, listGivenUpJobs } from './given-up-jobs.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => query('delete from graphile_worker._private_jobs'));

const query = (sql: string, values: unknown[] = []) => server.context.database.pool.query(sql, values);
const list = () => listGivenUpJobs(server.context, GIVEN_UP_WORK);
const admin = (...argv: string[]) => runAdmin({ DATABASE_URL: server.databaseUrl }, ...argv, '--json');
const retry = async (...argv: string[]) =>
  COMMANDS['job retry']!.run(server.context, readOptions(['job', 'retry', ...argv]));
const work = (context: Context = server.context) =>
  runOnce({
    pgPool: server.context.database.pool,
    taskList: createTasks(context),
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
  });
const countOf = async (task: string) => {
  server.clock.advance(5_000);
  const headers = { authorization: 'Bearer test-metrics-token' };
  const text = await (await fetch(`${server.baseUrl}/metrics`, { headers })).text();
  return new RegExp(`^jobs_given_up\\{task="${task}"\\} (\\d+)$`, 'm').exec(text)?.[1];
};
const fail = (message: string): Context => ({
  ...server.context,
  mailer: {
    ...server.context.mailer,
    send: () => Promise.reject(new Error(message)),
  },
});
const queueLastTry = async () => {
  await mintInviteFor(server);
  await query('update graphile_worker._private_jobs set attempts = max_attempts - 1, run_at = now()');
};
const addRun = async (ts: string) => {
  const { rows } = await query("select id::text from graphile_worker.add_job('clean-up', $1::json)", [
    JSON.stringify({ _cron: { ts, backfilled: false } }),
  ]);
  return (rows[0] as { id: string }).id;
};
const giveUp = (change = '') =>
  query(`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no' ${change}`);

describe('a job that gave up', () => {
  it('is counted, listed, tried again and then done', async () => {
    await queueLastTry();
    expect(await countOf('send-message')).toBe('0');
    await work(fail('550 5.1.1 <ada@example.com> is unknown, call +39 3331234567'));
    expect(await countOf('send-message')).toBe('1');

    const listed = JSON.parse((await admin('job', 'list')).stdout) as { id: string }[];
    expect(listed).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        kind: 'send-message',
        about: expect.stringMatching(/^organisation_id [0-9a-f-]{36}, message_id [0-9a-f-]{36}$/),
        since: expect.stringMatching(/Z$/),
        tries: 25,
        error: '550 5.1.1 <[address]> is unknown, call +39 [number]',
      },
    ]);
    await work();
    expect(server.post.emails).toEqual([]);

    const retried = await admin('job', 'retry', '--job', listed[0]!.id);
    expect([retried.exitCode, retried.stdout]).toEqual([0, '{"retried":1}\n']);
    expect(await countOf('send-message')).toBe('0');
    await work();
    expect(server.post.emails).toHaveLength(1);
    expect(await list()).toEqual([]);
  });

  it('is tried again with all of its kind, and no other', async () => {
    await queueLastTry();
    await queueLastTry();
    await query(`select graphile_worker.add_job('freeze-chain', '{}', job_key := 'freeze-chain:1')`);
    await giveUp();
    expect(await retry('--kind', 'send-message')).toEqual({ retried: 2 });
    expect((await list()).map(({ kind }) => kind)).toEqual(['freeze-chain']);
  });

  it.each([
    [['--job', '1'], 'No such work gave up. script/admin job list shows those that did.'],
    [['--kind', 'none'], 'No such work gave up. script/admin job list shows those that did.'],
    [[], '--job ID or --kind KIND is missing'],
    [
      ['--kind', 'none', '--job', '1'],
      'Give --job ID or --kind KIND, not both: the first retries one, the second all of a kind',
    ],
  ])('that is not there is said for %j', async (argv, message) => {
    await expect(retry(...argv)).rejects.toThrow(new AdminError(message));
  });

  it('is one that has failed for the last time: not one that waits for a further try, nor one that runs', async () => {
    await queueLastTry();
    expect(await list()).toEqual([]);
    await giveUp(`, locked_at = now(), locked_by = 'somebody'`);
    expect(await list()).toEqual([]);
    await query(
      'update graphile_worker._private_jobs set locked_at = null, locked_by = null, last_error = null',
    );
    expect((await list())[0]!.error).toBe('The process that ran it died.');
  });

  it('goes once a newer job of its key took its place while it ran', async () => {
    await queueLastTry();
    await giveUp(', key = null');
    expect(await list()).toEqual([]);
    await cleanUpJobs(server.context);
    expect((await query('select from graphile_worker._private_jobs')).rowCount).toBe(0);
  });

  it('by the clock is listed until ten minutes after its next run', async () => {
    const runAt = '2026-11-20T10:17:00.000Z';
    const id = await addRun(runAt);
    await query(
      `
      insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
      values ('clean-up', $1, $1)
      on conflict (identifier) do update set last_execution = excluded.last_execution
      `,
      [runAt],
    );
    await giveUp(`, created_at = now() - interval '1 hour'`);
    await cleanUpJobs(server.context);
    expect((await list()).map((job) => [job.id, job.about])).toEqual([[id, '']]);
    await query(`update graphile_worker._private_known_crontabs set last_execution = now()`);
    expect(await list()).toEqual([]);
    await query(`update graphile_worker._private_jobs set created_at = now() - interval '9 minutes'`);
    expect(await list()).toHaveLength(1);
  });
});

describe('the index of jobs that gave up', () => {
  it('is what a scrape reads, however many jobs wait', async () => {
    const { rows } = await query(`
      explain select count(*) from graphile_worker._private_jobs where attempts >= max_attempts
    `);
    expect(JSON.stringify(rows)).toContain('jobs_given_up_index');
  });
});

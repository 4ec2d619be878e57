import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWorker, type Worker } from '../start-worker.ts';
import { startDatabaseProxy } from '../testing/start-database-proxy.ts';
import {
  startWebhookServer,
  type WebhookReceiver,
  type WebhookServer,
} from '../testing/start-webhook-receiver.ts';

let server: WebhookServer;
let receiver: WebhookReceiver;
let endpointId: string;
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
let worker: Worker;
let sends: PromiseWithResolvers<void>[];

/** Jobs and attempts themselves don't go through the proxy. An e-mail stays on its way until the test resolves it. */
beforeEach(async () => {
  server = await startWebhookServer();
  receiver = await server.openReceiver();
  endpointId = (await server.client.webhookEndpoints.create({ url: receiver.url })).id;
  proxy = await startDatabaseProxy(server.databaseUrl);
  sends = [];
  const mailer = {
    send: () => {
      sends.push(Promise.withResolvers());
      return sends.at(-1)!.promise;
    },
  };
  worker = await startWorker({ ...server.context, mailer }, proxy.databaseUrl);
});
afterEach(async () => {
  await worker.stop();
  await proxy.close();
  await server.close();
});

const invite = async () => {
  const { id } = await server.client.sessions.create();
  await server.client.participants.create(id, { recipient_email: 'anna@example.com', send_email: true });
};
const fire = () => server.client.webhookEndpoints.test(endpointId);
const untilDelivered = (count: number) =>
  expect
    .poll(() => server.context.database.prisma.webhookDelivery.count({ where: { status: 'delivered' } }), {
      timeout: 60_000,
    })
    .toBe(count);
const countSent = () => server.context.database.prisma.message.count({ where: { sent_at: { not: null } } });
const listWorkers = async () => {
  const { rows } = await server.context.database.pool.query<{ id: string }>(
    'select id from worker_processes',
  );
  return rows.map(({ id }) => id);
};

/** The fetch of these jobs is not answered. */
const listLocks = async () => {
  const { rows } = await server.context.database.pool.query<{ locked_by: string | null }>(
    "select locked_by from graphile_worker._private_jobs where key like 'lost:%'",
  );
  return rows.map(({ locked_by }) => locked_by);
};
const countWaitingFetches = async () => {
  const { rows } = await server.context.database.pool.query<{ count: number }>(`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like 'with j_raw as%'
  `);
  return rows[0]!.count;
};

describe('startWorker', () => {
  it('goes on under a new name when the queue was away just as a job ended', async () => {
    await expect.poll(listWorkers).toHaveLength(1);
    const before = await listWorkers();
    await invite();
    await expect.poll(() => sends.length, { timeout: 30_000 }).toBe(2);
    proxy.cut();
    for (const { resolve } of sends) resolve();
    await expect.poll(countSent).toBe(2);
    // Due work is found without the connection that tells of it.
    await fire();
    await untilDelivered(2);
    proxy.mend();
    await invite();
    await expect.poll(() => sends.length, { timeout: 30_000 }).toBe(4);
    for (const { resolve } of sends) resolve();
    await untilDelivered(3);
    expect(receiver.deliveries).toHaveLength(3);
    expect((await listWorkers()).filter((id) => !before.includes(id))).toHaveLength(1);
  });

  it('runs the jobs that it fetched without hearing of it as soon as its old name has been silent', async () => {
    await expect.poll(listWorkers).toHaveLength(1);
    const before = await listWorkers();
    const locker = await server.context.database.pool.connect();
    // A fetch waits for the table; before it goes on there are jobs, and its answer is lost.
    await locker.query('begin');
    await locker.query("set local statement_timeout = '60s'");
    await locker.query('lock table graphile_worker._private_jobs in access exclusive mode');
    await expect.poll(countWaitingFetches, { timeout: 30_000 }).toBe(1);
    await locker.query(`
        select graphile_worker.add_job('resume-work', '{}', job_key := 'lost:' || n) from generate_series(1, 3) n
      `);
    proxy.swallow();
    proxy.letThrough();
    await locker.query('commit');
    locker.release();
    await expect.poll(listLocks, { timeout: 5_000 }).toEqual(Array(3).fill(before[0]));
    // The polls wait until the answer is given up, the name has been silent, and the sweep has come.
    await expect.poll(listLocks, { timeout: 90_000, interval: 500 }).toEqual([]);
    await expect.poll(listWorkers).not.toEqual(before);
  });

  it('stops while it is waiting to start anew', async () => {
    proxy.cut();
    await worker.stop();
    await fire();
    await expect.poll(listWorkers).toEqual([]);
    expect(receiver.deliveries).toEqual([]);
  });

  it('ends quietly when the database ends its connections in the same moment', async () => {
    const { pool } = server.context.database;
    const second = await startWorker(server.context, server.databaseUrl);
    await expect.poll(listWorkers).toHaveLength(2);
    let isStopped = false;
    const stopping = second.stop().finally(() => {
      isStopped = true;
    });
    // An error without a listener would fail the run.
    while (!isStopped) {
      await pool.query(`
        select pg_terminate_backend(pid)
        from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query like '%graphile_worker%'
      `);
    }
    await stopping;
    await expect.poll(listWorkers).toHaveLength(1);
  });
});

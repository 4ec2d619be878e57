import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { copyRecordings } from '../../../testing/copy-recordings.ts';
import { endSession, inspectHouse } from '../../../testing/inspect-house.ts';
import { DAY_MS, openRetainedOrganisation } from '../../../testing/open-retained-organisation.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { applyRetention } from '../apply-retention.job.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { decoding: copyRecordings() });
  await query(`
    create table broken_sessions (id uuid primary key);
    create function refuse_redaction() returns trigger language plpgsql
      as $$ begin
        if exists (select from broken_sessions b where b.id = new.id) then raise exception 'told to fail'; end if;
        return new;
      end $$;
    create trigger broken before update of redacted_at on sessions for each row execute function refuse_redaction()`);
});
afterEach(() => query('delete from broken_sessions'));
afterAll(() => server.close());

const query = (sql: string, values: unknown[] = []) => server.context.database.pool.query(sql, values as []);

const breakSessions = (ids: string[]) =>
  query('insert into broken_sessions select unnest($1::uuid[])', [ids] as never);

/** A failed step is tried again an hour later, as by the queue. */
const runDaily = async (): Promise<number> => {
  let failures = 0;
  await applyRetention.run(server.context, {});
  for (let round = 0; round < 4; round++) {
    for (let isDone = false; !isDone;) {
      isDone = await runDueJobs(server.context).then(
        () => true,
        () => false,
      );
      if (isDone) continue;
      failures += 1;
      await query(
        `update graphile_worker._private_jobs j set run_at = run_at + interval '1 hour'
         from graphile_worker._private_tasks t
         where t.id = j.task_id and t.identifier = 'redact-overdue' and run_at <= $1`,
        [new Date(Math.max(server.clock.now().getTime(), Date.now() + 1_000))],
      );
    }
    server.clock.advance(11_000);
  }
  return failures;
};

it('a session whose redaction fails each time holds up neither other sessions nor recordings that are due', async () => {
  const mine = await openRetainedOrganisation(server);
  const tenant: TestServer = { ...server, seed: mine.seed, client: mine.client };
  const { sessionId: filmed } = await inspectHouse(tenant);
  await endSession(tenant, filmed);
  server.clock.advance(61_000);
  await runDueJobs(server.context);
  const at = new Date(server.clock.now().getTime() - 40 * DAY_MS);
  await query('update sessions set ended_at = $1 where id = $2', [at, filmed]);
  await query('update evidence set created_at = $1 where session_id = $2', [at, filmed]);
  const [broken, old] = await mine.endSessions(400, 2);
  await breakSessions([broken!]);
  await mine.client.retention.update({ session_days: 365, recording_days: 30 });
  server.clock.advance(DAY_MS);
  expect(await runDaily()).toBeGreaterThan(0);
  expect(await mine.listRedacted()).toEqual([old]);
  const recordings = await server.context.database.prisma.evidence.findMany({
    where: { session_id: filmed, kind: { in: ['recording', 'clip'] }, sha256: { not: null } },
  });
  expect(recordings.length).toBeGreaterThan(0);
  expect(recordings.filter(({ erased_at }) => erased_at === null)).toEqual([]);
  expect(await mine.client.sessions.get(broken!)).toMatchObject({ redacted_at: null });
});

/** The copies are a second younger each, without rows in other tables. */
const copySession = async (id: string, count: number): Promise<string[]> => {
  const { rows } = await query(
    `with copies as (
       insert into sessions
       select (jsonb_populate_record(s, jsonb_build_object('id', c.id, 'ended_at', s.ended_at + c.n * interval '1 s'))).*
       from sessions s, (select n, gen_random_uuid() as id from generate_series(1, $2::int) n offset 0) c
       where s.id = $1
       returning id
     )
     select id from copies`,
    [id, count],
  );
  const ids = (rows as { id: string }[]).map((row) => row.id);
  // The copies have a head without its entries: the database takes that only with its trigger off.
  await query('alter table audit_chains disable trigger audit_chains_begun');
  await query(
    `insert into audit_chains
     select (jsonb_populate_record(a, jsonb_build_object('session_id', c.id))).*
     from audit_chains a, unnest($2::uuid[]) c (id) where a.session_id = $1`,
    [id, ids],
  );
  await query('alter table audit_chains enable trigger audit_chains_begun');
  return ids;
};

it('a whole step of sessions that fail holds up none behind them, and one goes once it can', async () => {
  const mine = await openRetainedOrganisation(server);
  const [broken] = await mine.endSessions(100);
  const [behind] = await mine.endSessions(40);
  await breakSessions([broken!, ...(await copySession(broken!, 49))]);
  await mine.client.retention.update({ session_days: 30 });
  server.clock.advance(DAY_MS);
  expect(await runDaily()).toBeGreaterThan(0);
  expect(await mine.listRedacted()).toEqual([behind]);
  await query('delete from broken_sessions where id = $1', [broken]);
  server.clock.advance(3_600_000);
  // The failed step itself tries again, without another daily job.
  await expect(runDueJobs(server.context)).rejects.toThrow('of 49 sessions nothing was erased');
  expect(await mine.listRedactions(broken!)).toHaveLength(1);
});

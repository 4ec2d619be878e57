import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, openRetainedOrganisation } from '../../testing/open-retained-organisation.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { CRONTAB } from '../../tasks.ts';
import { applyRetention } from './apply-retention.job.ts';
import { redactOverdue } from './redact-overdue.job.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const countJobs = async (organisationId: string): Promise<number> => {
  const { rows } = await server.context.database.pool.query(
    'select from graphile_worker._private_jobs where key = $1',
    [`redact-overdue:${organisationId}`],
  );
  return rows.length;
};

const firstStep = (organisationId: string) =>
  redactOverdue.payload.parse({ organisation_id: organisationId });

describe('the daily job', () => {
  it('redacts sessions older than the policy; younger, held and open ones and those of other organisations it does not', async () => {
    const mine = await openRetainedOrganisation(server);
    const other = await openRetainedOrganisation(server);
    const [old, held] = await mine.endSessions(31, 2);
    const [young] = await mine.endSessions(20);
    const [theirs] = await other.endSessions(400);
    const { id: open } = await mine.client.sessions.create({ notes: 'Roof' });
    await server.context.database.pool.query(
      "update sessions set created_at = created_at - interval '400 days' where id = $1",
      [open],
    );
    await mine.client.sessions.hold(held!, { reason: 'Claim 4711' });
    await mine.client.retention.update({ session_days: 30 });
    server.clock.advance(DAY_MS / 2);
    await mine.runDaily();
    expect(await mine.listRedacted()).toEqual([]);
    server.clock.advance(DAY_MS / 2);
    await mine.runDaily();
    expect(await mine.listRedacted()).toEqual([old]);
    expect(await other.listRedacted()).toEqual([]);
    for (const id of [held, young, open]) {
      expect(await mine.client.sessions.get(id!)).toMatchObject({ notes: 'Roof', redacted_at: null });
    }
    expect(await other.client.sessions.get(theirs!)).toMatchObject({ notes: 'Roof', redacted_at: null });
    const [redaction] = await mine.listRedactions(old!);
    expect(redaction!.payload).toMatchObject({ policy: true, reason: 'retention_policy' });
    expect(await mine.listFacts()).toContainEqual({
      kind: 'retention.redacted',
      payload: { policy: true, session_id: old, reason: 'retention_policy' },
    });
    await mine.client.sessions.release(held!);
    await mine.runDaily();
    expect(await mine.listRedacted()).toEqual([old, held].sort());
  });

  it('counts from when it was to begin for a session that expired', async () => {
    const { endSessions, client, runDaily, listRedacted } = await openRetainedOrganisation(server);
    const [old, young] = await endSessions(1, 2);
    await client.retention.update({ session_days: 30 });
    await server.context.database.pool.query(
      `update sessions set status = 'expired', ended_at = null, completed_at = null,
         scheduled_for = $3::timestamptz - case when id = $1::uuid then interval '31 days' else interval '20 days' end
       where id = any (array[$1, $2]::uuid[])`,
      [old, young, server.clock.now()],
    );
    server.clock.advance(DAY_MS);
    await runDaily();
    expect(await listRedacted()).toEqual([old]);
  });

  it('redacts nothing once the policy was taken back within a day', async () => {
    const { endSessions, client, runDaily, listRedacted } = await openRetainedOrganisation(server);
    await endSessions(31);
    await client.retention.update({ session_days: 7 });
    server.clock.advance(DAY_MS - 1);
    await client.retention.update({ session_days: null });
    server.clock.advance(2 * DAY_MS);
    await runDaily();
    expect(await listRedacted()).toEqual([]);
  });

  it('goes on where it was killed, in steps, and redacts each session once, also with two workers at once', async () => {
    const { organisationId, endSessions, client, runDaily, listRedacted, listRedactions } =
      await openRetainedOrganisation(server);
    const ids = await endSessions(31, 53);
    await client.retention.update({ session_days: 30 });
    server.clock.advance(DAY_MS);
    await applyRetention.run(server.context, {});
    let left = 5;
    const dying = {
      ...server.context,
      transact: ((...given) => {
        if (left-- === 0) throw new Error('killed');
        return left < 0 ? new Promise(() => {}) : server.context.transact(...given);
      }) as typeof server.context.transact,
    };
    await Promise.race([
      redactOverdue.run(dying, firstStep(organisationId)),
      new Promise<void>((resolve) => {
        const look = () => (left < -1 ? resolve() : void setTimeout(look, 5));
        look();
      }),
    ]);
    expect(await countJobs(organisationId)).toBe(1);
    const step = () => redactOverdue.run(server.context, firstStep(organisationId));
    await Promise.all([step(), step()]);
    await runDaily();
    expect(await listRedacted()).toEqual([...ids].sort());
    for (const id of ids) expect(await listRedactions(id)).toHaveLength(1);
    expect(await countJobs(organisationId)).toBe(0);
  });

  it('redacts the others where one session fails, and says so', async () => {
    const { organisationId, endSessions, client, listRedactions } = await openRetainedOrganisation(server);
    const ids = await endSessions(31, 3);
    await client.retention.update({ session_days: 30 });
    server.clock.advance(DAY_MS);
    let calls = 0;
    const transact: typeof server.context.transact = (...given) =>
      calls++ === 1 ? Promise.reject(new Error('disk full')) : server.context.transact(...given);
    const log = { ...server.context.log, error: () => {} } as unknown as typeof server.context.log;
    await expect(
      redactOverdue.run({ ...server.context, transact, log }, firstStep(organisationId)),
    ).rejects.toThrow('of 1 sessions nothing was erased');
    const counts = await Promise.all(ids.map(async (id) => (await listRedactions(id)).length));
    expect(counts.sort()).toEqual([0, 1, 1]);
  });

  it('has a job for each organisation that has something to redact, and for no other', async () => {
    const mine = await openRetainedOrganisation(server);
    const other = await openRetainedOrganisation(server);
    await mine.endSessions(31);
    await other.endSessions(29);
    for (const { client } of [mine, other]) await client.retention.update({ session_days: 30 });
    server.clock.advance(DAY_MS / 2);
    await runDueJobs(server.context);
    server.clock.advance(DAY_MS / 2);
    await Promise.all([applyRetention.run(server.context, {}), applyRetention.run(server.context, {})]);
    expect(await countJobs(mine.organisationId)).toBe(1);
    expect(await countJobs(other.organisationId)).toBe(0);
  });

  it('runs once a day', () => {
    expect(CRONTAB.split('\n')).toContain('23 3 * * * apply-retention ?max=3');
  });
});

describe('the maximum of the plan', () => {
  it('counts without a policy, too, 30 days after it was seen for the first time', async () => {
    const { endSessions, client, runDaily, listRedacted, listRedactions } = await openRetainedOrganisation(
      server,
      'free',
    );
    const [old] = await endSessions(91);
    const [young] = await endSessions(10);
    await runDaily();
    const from = Date.parse((await client.retention.get()).plan_days_apply_from!);
    server.clock.advance(from - server.clock.now().getTime() - DAY_MS);
    await runDaily();
    expect(await listRedacted()).toEqual([]);
    server.clock.advance(DAY_MS);
    await runDaily();
    expect(await listRedacted()).toEqual([old]);
    expect((await listRedactions(old!))[0]!.payload).toMatchObject({ reason: 'plan_retention' });
    expect(await client.sessions.get(young!)).toMatchObject({ redacted_at: null });
  });

  it('of a change to a smaller plan counts 30 days later, and not at all where the plan comes back meanwhile', async () => {
    const { endSessions, client, setPlan, runDaily, listRedacted } = await openRetainedOrganisation(server);
    const [old] = await endSessions(200);
    await runDaily();
    server.clock.advance(40 * DAY_MS);
    await setPlan('free');
    await runDaily();
    server.clock.advance(29 * DAY_MS);
    await runDaily();
    expect(await listRedacted()).toEqual([]);
    await setPlan('pro');
    await runDaily();
    server.clock.advance(40 * DAY_MS);
    await runDaily();
    expect(await listRedacted()).toEqual([]);
    await setPlan('free');
    // The job has not run yet: the time of grace does not, either.
    server.clock.advance(40 * DAY_MS);
    expect(await client.retention.get()).toMatchObject({ plan_days: 90, plan_days_apply_from: null });
    await runDaily();
    const from = Date.parse((await client.retention.get()).plan_days_apply_from!);
    expect(await listRedacted()).toEqual([]);
    server.clock.advance(from - server.clock.now().getTime());
    await runDaily();
    expect(await listRedacted()).toEqual([old]);
  });

  it('is the shorter of the two once the policy is for longer than the plan lets now', async () => {
    const { endSessions, client, setPlan, runDaily, listRedacted } = await openRetainedOrganisation(server);
    const [old] = await endSessions(100);
    await client.retention.update({ session_days: 365 });
    await setPlan('free');
    await runDaily();
    server.clock.advance(30 * DAY_MS);
    await runDaily();
    expect(await listRedacted()).toEqual([old]);
    expect(await client.retention.get()).toMatchObject({ session_days: 365, plan_days: 90 });
  });
});

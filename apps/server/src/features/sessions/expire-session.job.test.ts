import type { Session } from '@field-inspection/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { setSessionStatus } from '../../testing/set-session-status.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { expireSession } from './expire-session.job.ts';

const HOUR_MS = 3_600_000;
let server: TestServer;
let session: Session;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.context.database.pool.query('delete from graphile_worker._private_jobs');
  session = await server.client.sessions.create({ notes: 'roof', scheduled_for: inHours(2) });
});

const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR_MS).toISOString();
const readStatus = async () => (await server.client.sessions.get(session.id)).status;
const listKinds = async () =>
  (
    await server.context.database.prisma.auditEntry.findMany({
      where: { session_id: session.id },
      orderBy: { sequence: 'asc' },
    })
  ).map(({ kind }) => kind);
const listEvents = () =>
  server.context.database.prisma.event.findMany({
    where: { session_id: session.id, type: 'session.expired' },
  });
const runJob = (scheduledFor = session.scheduled_for!) =>
  expireSession.run(server.context, {
    organisation_id: server.seed.organisationId,
    session_id: session.id,
    scheduled_for: scheduledFor,
  });

describe('expire-session', () => {
  it('expires a session that nobody joined 24 hours after its time, not a millisecond before', async () => {
    server.clock.advance(26 * HOUR_MS - 1);
    await runDueJobs(server.context);
    expect(await readStatus()).toBe('created');
    server.clock.advance(1);
    expect(await runDueJobs(server.context)).toContain('expire-session');
    expect(await server.client.sessions.get(session.id)).toEqual({
      ...session,
      status: 'expired',
      updated_at: server.clock.now().toISOString(),
    });
  });

  it('sends session.expired with the session, adds an entry and freezes the chain', async () => {
    server.clock.advance(26 * HOUR_MS);
    await runDueJobs(server.context);
    expect((await listEvents()).map(({ data }) => data)).toEqual([
      await server.client.sessions.get(session.id),
    ]);
    expect(await listKinds()).toEqual(['session.created', 'session.expired']);
    const chain = await server.context.database.prisma.auditChain.findFirstOrThrow({
      where: { session_id: session.id },
    });
    expect(chain).toMatchObject({ head_sequence: 2, frozen_at: server.clock.now() });
  });

  it('does so once, though it runs twice, also at the same time', async () => {
    server.clock.advance(26 * HOUR_MS);
    await Promise.all([runJob(), runJob()]);
    await runJob();
    expect([await readStatus(), (await listEvents()).length]).toEqual(['expired', 1]);
    expect(await listKinds()).toEqual(['session.created', 'session.expired']);
  });

  it.each(['open', 'recording', 'closed'] as const)('leaves a session that is %s', async (status) => {
    await setSessionStatus(server, session.id, status);
    server.clock.advance(26 * HOUR_MS);
    await runJob();
    expect([await readStatus(), await listEvents()]).toEqual([status, []]);
  });

  it('leaves a session that was moved until the new time has passed', async () => {
    await server.client.sessions.update(session.id, { scheduled_for: inHours(10) });
    server.clock.advance(26 * HOUR_MS);
    await runJob();
    await runDueJobs(server.context);
    expect(await readStatus()).toBe('created');
    server.clock.advance(8 * HOUR_MS);
    await runDueJobs(server.context);
    expect(await readStatus()).toBe('expired');
  });

  it('leaves a session whose plan was cleared', async () => {
    await server.client.sessions.update(session.id, { scheduled_for: null });
    server.clock.advance(1_000 * HOUR_MS);
    await runDueJobs(server.context);
    expect(await readStatus()).toBe('created');
  });

  it('comes again when it was called too early, by a clock that is ahead of ours', async () => {
    await server.context.database.pool.query('delete from graphile_worker._private_jobs');
    server.clock.advance(26 * HOUR_MS - 5);
    await runJob();
    expect(await readStatus()).toBe('created');
    server.clock.advance(5);
    expect(await runDueJobs(server.context)).toEqual(['expire-session']);
    expect(await readStatus()).toBe('expired');
  });

  it('does nothing for a session that is missing', async () => {
    const payload = {
      organisation_id: server.seed.organisationId,
      session_id: server.context.ids.next(),
      scheduled_for: inHours(-48),
    };
    await expect(expireSession.run(server.context, payload)).resolves.toBeUndefined();
  });
});

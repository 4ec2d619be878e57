import { afterAll, beforeAll, expect, it } from 'vitest';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { freezeChain } from '../anchors/freeze-chain.job.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const prisma = () => server.context.database.prisma;

const endSession = async (): Promise<string> => {
  const { id } = await server.client.sessions.create();
  await server.client.sessions.end(id);
  server.clock.advance(server.context.config.uploadGraceMs);
  return id;
};
const listEvents = (sessionId: string) =>
  prisma().event.findMany({ where: { session_id: sessionId, type: 'session.completed' } });
const runDueJobsUntilReport = async () => {
  const chain = await prisma().auditChain.findFirstOrThrow({
    where: { frozen_at: null, session: { status: 'closed' } },
  });
  await freezeChain.run(server.context, {
    organisation_id: chain.organisation_id,
    session_id: chain.session_id,
  });
};

it('completed_at is when the session ended, on every completed row: before its report, with it, and without one', async () => {
  const { v1, sessions } = server.client;
  const sessionId = await endSession();
  const { ended_at } = await sessions.get(sessionId);
  const waiting = { status: 'completed', completed_at: ended_at, report: null };
  expect(await v1.inspections.get(sessionId)).toMatchObject(waiting);
  await runDueJobs(server.context);
  expect(await v1.inspections.get(sessionId)).toMatchObject({ completed_at: ended_at });
  // Rows from before there were reports, and of sessions whose report has failed.
  await prisma().session.updateMany({ where: { id: sessionId }, data: { completed_at: null } });
  const listed = await v1.inspections.list({ status: 'completed', limit: 100 });
  expect(listed.data.find(({ id }) => id === sessionId)).toMatchObject({ completed_at: ended_at });
  expect(listed.data.filter(({ completed_at }) => completed_at === null)).toEqual([]);
});

it('report tells on sessions of both families, got and listed, whether the PDF is ready', async () => {
  const { v1, sessions, reports } = server.client;
  const sessionId = await endSession();
  const read = async () => {
    const [session, inspection] = [await sessions.get(sessionId), await v1.inspections.get(sessionId)];
    const listed = (await sessions.list({ limit: 100 })).data.find(({ id }) => id === sessionId);
    const listedInspection = (await v1.inspections.list({ limit: 100 })).data.find(
      ({ id }) => id === sessionId,
    );
    const shown = [session, inspection, listed!, listedInspection!].map(({ report }) => report);
    for (const each of shown) expect(each).toEqual(shown[0]);
    return shown[0]!;
  };
  expect(await read()).toBeNull();
  await runDueJobsUntilReport();
  const [queued] = (await reports.list(sessionId)).data;
  expect(await read()).toEqual({ id: queued!.id, status: 'queued', ready_at: null });
  await runDueJobs(server.context);
  const [ready] = (await reports.list(sessionId)).data;
  const report = { id: ready!.id, status: 'ready', ready_at: ready!.ready_at };
  expect(await read()).toEqual(report);
  // A further report does not complete the session.
  await reports.create(sessionId);
  expect(await read()).toEqual(report);
  expect(await sessions.setOutcome(sessionId, { outcome: 'accepted' })).toMatchObject({ report });
  const [event] = await listEvents(sessionId);
  expect(event!.data).toMatchObject({ report });
});

import { afterEach, expect, it, vi } from 'vitest';
import { createTestSeal } from '../../testing/create-test-seal.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { resumeReports } from './exports/resume-reports.ts';
import { SEAL_WAIT_MS } from './make-report.job.ts';

let server: TestServer;
afterEach(() => server.close());

const DAY_MS = 86_400_000;
const open = async (env: Record<string, string>) => {
  const { seal } = createTestSeal();
  server = await startTestServer({ SEAL_P12: 'unread.p12', ...env }, { seal });
  const validTo = seal.notAfter;
  seal.notAfter = new Date(server.clock.now().getTime() - 1);
  return { renew: () => (seal.notAfter = validTo) };
};
const endSession = async (): Promise<string> => {
  const { id } = await server.client.sessions.create({});
  await server.client.sessions.end(id);
  server.clock.advance(server.context.config.uploadGraceMs);
  await runDueJobs(server.context);
  return id;
};
const reportOf = (sessionId: string) =>
  server.context.database.prisma.report.findFirstOrThrow({ where: { session_id: sessionId } });

it('a report waits while the seal has expired, uses none of its tries, and is made sealed once there is a valid one', async () => {
  const { renew } = await open({});
  const sessionId = await endSession();
  for (let tries = 0; tries < 8; tries++) {
    expect(await reportOf(sessionId)).toMatchObject({ status: 'queued', attempt_count: 0 });
    server.clock.advance(tries * DAY_MS + SEAL_WAIT_MS);
    expect(await runDueJobs(server.context)).toContain('make-report');
  }
  expect((await server.client.sessions.get(sessionId)).report).toMatchObject({ status: 'queued' });

  renew();
  expect(await runDueJobs(server.context)).not.toContain('make-report');
  server.clock.advance(SEAL_WAIT_MS);
  await runDueJobs(server.context);
  const [report, ...others] = (await server.client.reports.list(sessionId)).data;
  expect(report).toMatchObject({ status: 'ready', seal: { level: 'B-B' } });
  expect(others).toEqual([]);
});

it('a report that waits has its job, so that no sweep calls it lost, and nothing of its session is read', async () => {
  await open({});
  const read = vi.spyOn(server.context.objects, 'get');
  await endSession();
  const warn = vi.spyOn(server.context.log, 'warn');
  await resumeReports(server.context);
  expect(warn).not.toHaveBeenCalled();
  expect(read).not.toHaveBeenCalled();
});

it('the report of a campaign is refused meanwhile with a 503 that says why, since somebody waits for it', async () => {
  const { renew } = await open({});
  const { id } = await server.client.campaigns.create({ name: 'Roofs' });
  const refusal = await Promise.resolve(server.client.campaigns.downloadPdf(id)).catch(
    (error: unknown) => error,
  );
  expect(refusal).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('no report is made without one') as string,
    status: 503,
  });
  renew();
  expect((await server.client.campaigns.downloadPdf(id)).status).toBe(200);
});

it('with SEAL_REQUIRED=false a report is made without a seal', async () => {
  await open({ SEAL_REQUIRED: 'false' });
  const sessionId = await endSession();
  expect((await server.client.reports.list(sessionId)).data[0]).toMatchObject({
    status: 'ready',
    seal: null,
  });
});

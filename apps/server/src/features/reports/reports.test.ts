import { createHash } from 'node:crypto';
import { verifyChain } from '@field-inspection/evidence';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { joinSession } from '../../testing/join-session.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { runSweeps } from '../../testing/run-sweeps.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { takePhoto } from '../../testing/take-photo.ts';
import { freezeChain } from '../anchors/freeze-chain.job.ts';
import { makeReport } from './make-report.job.ts';
import { sweepReports } from './sweep-reports.job.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => vi.restoreAllMocks());

const prisma = () => server.context.database.prisma;

const endSession = async (): Promise<string> => {
  const device = await joinSession(server);
  await device.call('PATCH', '/consent', { camera: 'granted', gps: 'granted' });
  await device.send('/photos', await takePhoto(), { 'content-type': 'image/jpeg' });
  await server.client.sessions.end(device.sessionId);
  server.clock.advance(server.context.config.uploadGraceMs);
  return device.sessionId;
};
const completeSession = async (): Promise<string> => {
  const sessionId = await endSession();
  await runDueJobs(server.context);
  return sessionId;
};
const listEvents = (sessionId: string) =>
  prisma().event.findMany({ where: { session_id: sessionId, type: 'session.completed' } });
const listAddenda = (sessionId: string) =>
  prisma().addendaEntry.findMany({ where: { session_id: sessionId }, orderBy: { sequence: 'asc' } });
const codeOf = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  );
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a session that ends', () => {
  it('is completed by its first report: one PDF, one report.ready in the addenda, one session.completed without a link', async () => {
    const sessionId = await completeSession();

    const [report, ...others] = (await server.client.reports.list(sessionId)).data;
    expect(others).toEqual([]);
    const pdf = new Uint8Array(await (await server.client.reports.download(sessionId)).arrayBuffer());
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
    expect(report).toMatchObject({
      session: sessionId,
      status: 'ready',
      locale: 'en',
      audit_trail: true,
      photos: 'full',
      sha256: sha256(pdf),
      byte_size: pdf.length,
      failure: null,
    });
    expect(report!.pages).toBeGreaterThan(1);

    const [event, ...repeated] = await listEvents(sessionId);
    expect(repeated).toEqual([]);
    const { id, sha256: hash, byte_size, locale } = report!;
    expect(event!.data).toMatchObject({
      id: sessionId,
      status: 'closed',
      report: { id, sha256: hash, byte_size, locale },
    });
    expect(JSON.stringify(event!.data)).not.toContain('signature');

    const addenda = await listAddenda(sessionId);
    expect(addenda.map(({ kind, payload }) => [kind, payload])).toEqual([
      ['report.ready', expect.objectContaining({ report_id: id, sha256: hash })],
    ]);
  });

  it('has its photos small in its report when there are more than twelve', async () => {
    const device = await joinSession(server);
    await device.call('PATCH', '/consent', { camera: 'granted' });
    const photo = await takePhoto({ width: 120, height: 90 });
    for (let count = 0; count < 13; count += 1) {
      await device.send('/photos', photo, { 'content-type': 'image/jpeg' });
    }
    const { id } = await server.client.sessions.end(device.sessionId);
    server.clock.advance(server.context.config.uploadGraceMs);
    await runDueJobs(server.context);
    expect((await server.client.reports.list(id)).data).toMatchObject([{ photos: 'contact_sheet' }]);
    expect(await server.client.reports.create(id)).toMatchObject({ photos: 'contact_sheet' });
    expect(await server.client.reports.create(id, { photos: 'full' })).toMatchObject({ photos: 'full' });
  });

  it('has its report in the language of the session', async () => {
    const { id } = await server.client.sessions.create({ locale: 'it' });
    await server.client.sessions.end(id);
    server.clock.advance(server.context.config.uploadGraceMs);
    await runDueJobs(server.context);
    expect((await server.client.reports.list(id)).data[0]).toMatchObject({ locale: 'it', status: 'ready' });
  });

  it('leaves its frozen chain as it is: what the report adds is in the addenda', async () => {
    const sessionId = await completeSession();
    const chain = await prisma().auditChain.findFirstOrThrow({ where: { session_id: sessionId } });
    const [first] = await listAddenda(sessionId);
    expect(first!.prev_hash).toBe(chain.head_hash);
    const rows = await prisma().auditEntry.findMany({
      where: { session_id: sessionId },
      orderBy: { sequence: 'asc' },
    });
    const entries = rows.map(({ organisation_id: _, session_id: __, ...link }) => link);
    expect(await verifyChain(entries, { expectedHead: chain.head_hash })).toMatchObject({ valid: true });
  });
});

describe('a report is made once', () => {
  it('when two jobs make it at once: one row, one report.ready, one session.completed, and the other’s bytes are swept', async () => {
    const sessionId = await endSession();
    await runDueJobsUntilReport();
    const row = await prisma().report.findFirstOrThrow({ where: { session_id: sessionId } });
    const key = { organisation_id: row.organisation_id, report_id: row.id };
    await Promise.all([makeReport.run(server.context, key), makeReport.run(server.context, key)]);
    await makeReport.run(server.context, key);
    await runDueJobs(server.context);

    expect(await prisma().report.count({ where: { session_id: sessionId } })).toBe(1);
    expect((await listAddenda(sessionId)).map(({ kind }) => kind)).toEqual(['report.ready']);
    expect(await listEvents(sessionId)).toHaveLength(1);
    expect(await runSweeps(server)).toEqual([]);
  });

  it('and its bytes stay when objects are swept', async () => {
    const sessionId = await completeSession();
    const before = await (await server.client.reports.download(sessionId)).arrayBuffer();
    expect(await runSweeps(server)).toEqual([]);
    const after = await (await server.client.reports.download(sessionId)).arrayBuffer();
    expect(Buffer.from(after).equals(Buffer.from(before))).toBe(true);
  });
});

const runDueJobsUntilReport = async () => {
  const chain = await prisma().auditChain.findFirstOrThrow({
    where: { frozen_at: null, session: { status: 'closed' } },
  });
  await freezeChain.run(server.context, {
    organisation_id: chain.organisation_id,
    session_id: chain.session_id,
  });
};

describe('a report that can not be made', () => {
  const breakStore = () =>
    vi.spyOn(server.context.objects, 'putContent').mockRejectedValue(new Error('the disk is full'));

  it('is tried again after 5 seconds, a minute and ten minutes, and is failed then, with what to do', async () => {
    const sessionId = await endSession();
    const broken = breakStore();
    await runDueJobs(server.context);
    for (const delayMs of [5_000, 60_000, 600_000]) {
      expect((await server.client.reports.list(sessionId)).data[0]!.status).toBe('queued');
      server.clock.advance(delayMs);
      await runDueJobs(server.context);
    }
    expect(broken).toHaveBeenCalledTimes(4);
    const [report] = (await server.client.reports.list(sessionId)).data;
    expect(report).toMatchObject({ status: 'failed', failure: { code: 'render_failed' }, pdf_url: null });
    expect(report!.failure!.message).not.toContain('disk');
    expect(await codeOf(server.client.reports.download(sessionId))).toBe('evidence_not_ready');
    expect(await listEvents(sessionId)).toEqual([]);
  });

  it('is tried again by the sweep when it is the first of its session, and completes it', async () => {
    const sessionId = await endSession();
    const broken = breakStore();
    await runDueJobs(server.context);
    for (const delayMs of [5_000, 60_000, 600_000]) {
      server.clock.advance(delayMs);
      await runDueJobs(server.context);
    }
    broken.mockRestore();
    await sweepReports.run(server.context, {});
    await runDueJobs(server.context);
    expect((await server.client.reports.list(sessionId)).data[0]!.status).toBe('failed');
    server.clock.advance(3_600_001);
    await sweepReports.run(server.context, {});
    await runDueJobs(server.context);
    expect((await server.client.reports.list(sessionId)).data[0]).toMatchObject({
      status: 'ready',
      failure: null,
    });
    expect(await listEvents(sessionId)).toHaveLength(1);
  });

  it('that a worker of the release before did not ask for is asked for by the sweep', async () => {
    const sessionId = await endSession();
    await runDueJobsUntilReport();
    await prisma().report.deleteMany({ where: { session_id: sessionId } });
    await sweepReports.run(server.context, {});
    expect((await server.client.reports.list(sessionId)).data).toEqual([]);
    server.clock.advance(3_600_001);
    await sweepReports.run(server.context, {});
    await runDueJobs(server.context);
    expect((await server.client.reports.list(sessionId)).data).toMatchObject([{ status: 'ready' }]);
    expect(await listEvents(sessionId)).toHaveLength(1);
  });

  it('and ends its process each time is given up after four tries', async () => {
    const sessionId = await endSession();
    await runDueJobsUntilReport();
    const where = { session_id: sessionId };
    await prisma().report.updateMany({ where, data: { attempt_count: 4, status: 'rendering' } });
    await runDueJobs(server.context);
    expect((await server.client.reports.list(sessionId)).data[0]).toMatchObject({
      status: 'failed',
      failure: { code: 'render_failed' },
    });
  });
});

describe('a further report', () => {
  it('has its own language and form, sends no event, and is the newest', async () => {
    const sessionId = await completeSession();
    server.clock.advance(1_000);
    const asked = await server.client.reports.create(sessionId, {
      locale: 'de',
      audit_trail: false,
      photos: 'contact_sheet',
    });
    expect(asked).toMatchObject({ status: 'queued', locale: 'de', audit_trail: false, pdf_url: null });
    await runDueJobs(server.context);
    const made = await server.client.reports.get(sessionId, asked.id);
    expect(made.status).toBe('ready');
    const newest = new Uint8Array(await (await server.client.reports.download(sessionId)).arrayBuffer());
    expect(sha256(newest)).toBe(made.sha256);
    expect((await server.client.reports.list(sessionId)).data.map(({ locale }) => locale)).toEqual([
      'de',
      'en',
    ]);
    expect(await listEvents(sessionId)).toHaveLength(1);
    expect((await listAddenda(sessionId)).map(({ kind }) => kind)).toEqual(['report.ready', 'report.ready']);
  });

  it('is refused while the chain still grows, and beyond fifty a session', async () => {
    const open = await server.client.sessions.create();
    expect(await codeOf(server.client.reports.create(open.id))).toBe('evidence_not_ready');
    const sessionId = await completeSession();
    const { organisationId } = server.seed;
    await prisma().report.createMany({
      data: Array.from({ length: 49 }, () => ({
        organisation_id: organisationId,
        id: server.context.ids.next(),
        session_id: sessionId,
        status: 'queued',
        locale: 'en',
        audit_trail: true,
        photos: 'full',
        created_at: server.clock.now(),
        updated_at: server.clock.now(),
      })),
    });
    expect(await codeOf(server.client.reports.create(sessionId))).toBe('session.invalid_state');
  });

  it('of a session that was closed before there were reports is made on demand, and sends no event', async () => {
    const sessionId = await completeSession();
    await prisma().report.deleteMany({ where: { session_id: sessionId } });
    await prisma().event.deleteMany({ where: { session_id: sessionId, type: 'session.completed' } });
    expect((await server.client.evidence.get(sessionId)).pdf_url).toBeNull();
    await server.client.reports.create(sessionId);
    await runDueJobs(server.context);
    expect((await server.client.evidence.get(sessionId)).pdf_url).toContain('/v1/reports/');
    expect(await listEvents(sessionId)).toEqual([]);
  });

  it('belongs to its organisation: for another one there is no such session and no such report', async () => {
    const sessionId = await completeSession();
    const [report] = (await server.client.reports.list(sessionId)).data;
    const stranger = server.clientOf((await seedOrganisation(server.context)).apiKey);
    for (const call of [
      () => stranger.reports.list(sessionId),
      () => stranger.reports.get(sessionId, report!.id),
      () => stranger.reports.create(sessionId),
      () => stranger.reports.download(sessionId),
    ]) {
      expect(await codeOf(call())).toBe('not_found');
    }
    const other = await completeSession();
    expect(await codeOf(server.client.reports.get(other, report!.id))).toBe('not_found');
  });
});

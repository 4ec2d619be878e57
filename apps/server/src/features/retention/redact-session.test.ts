import type { ApiError } from '@field-inspection/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../context.ts';
import { copyRecording, copyRecordings } from '../../testing/copy-recordings.ts';
import { completeSession } from '../../testing/complete-session.ts';
import { createCredential } from '../../testing/create-credential.ts';
import { endSession, inspectHouse } from '../../testing/inspect-house.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { freezeChain } from '../anchors/freeze-chain.job.ts';
import { storeDrawingExport } from '../evidence/exports/drawings/store-drawing-export.ts';
import { finishReport } from '../reports/finish-report.ts';
import { startReport } from '../reports/make-report.job.ts';
import { resumeRedactions } from './exports/enqueue-redaction.ts';
import { redactSession } from './redact-session.job.ts';

let server: TestServer;
let whileRemuxing: () => Promise<void> = async () => {};
beforeAll(async () => {
  server = await startTestServer(
    {},
    {
      decoding: copyRecordings(async (order) => {
        await whileRemuxing();
        return copyRecording(order);
      }),
    },
  );
});
afterAll(() => server.close());

const keyOf = (sessionId: string) => ({ organisation_id: server.seed.organisationId, session_id: sessionId });
const refusalOf = (call: PromiseLike<unknown>): Promise<string> =>
  Promise.resolve(call).then(
    () => 'none',
    (error: ApiError) => `${error.status} ${error.code}`,
  );
const listObjects = async (ownerId: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of server.context.objects.list(`${server.seed.organisationId}/${ownerId}/`))
    keys.push(key);
  return keys;
};
const countRedactions = (sessionId: string) =>
  server.context.database.prisma.addendaEntry.count({ where: { ...keyOf(sessionId), kind: 'redaction' } });
const listEvents = async (sessionId: string) =>
  (await server.context.database.prisma.event.findMany({ where: keyOf(sessionId) })).map(({ type }) => type);
const dropJobs = () => server.context.database.pool.query('delete from graphile_worker._private_jobs');

describe('redacting a session', () => {
  it('answers 202 with the session, the same again to a repeated call, and happens once', async () => {
    const { sessionId } = await completeSession(server);
    const options = { idempotencyKey: 'redact once' };
    const first = await server.client.sessions.redact(sessionId, { reason: 'no_longer_needed' }, options);
    expect(first).toMatchObject({ id: sessionId, notes: '', redacted_at: server.clock.now().toISOString() });
    expect(await server.client.sessions.redact(sessionId, { reason: 'no_longer_needed' }, options)).toEqual(
      first,
    );
    await runDueJobs(server.context);
    server.clock.advance(1_000);
    expect(await server.client.sessions.redact(sessionId)).toEqual(first);
    await runDueJobs(server.context);
    expect([await countRedactions(sessionId), await listEvents(sessionId)]).toEqual([
      1,
      ['session.redacted'],
    ]);
  });

  it('is found by its reference and its metadata no more, at once', async () => {
    const { sessions } = server.client;
    const [reference, metadata] = ['CLM-2026-00931', { order: '931' }];
    const { id } = await sessions.create({ reference, metadata });
    await sessions.end(id);
    await runDueJobs(server.context);
    const countFound = async () =>
      Promise.all([
        sessions.list({ reference }).then(({ data }) => data.length),
        sessions.list({ metadata }).then(({ data }) => data.length),
      ]);
    expect(await countFound()).toEqual([1, 1]);
    await sessions.redact(id, { reason: 'data_subject_request' });
    expect(await countFound()).toEqual([0, 0]);
  });

  it('needs an ended session whose chain is frozen; an expired one will do', async () => {
    const { id } = await server.client.sessions.create({});
    expect(await refusalOf(server.client.sessions.redact(id))).toBe('409 session.invalid_state');
    await server.client.sessions.end(id);
    expect(await refusalOf(server.client.sessions.redact(id))).toBe('409 session.invalid_state');
    await dropJobs();
    const later = new Date(server.clock.now().getTime() + 60_000).toISOString();
    const { id: expired } = await server.client.sessions.create({ notes: 'Roof', scheduled_for: later });
    server.clock.advance(server.context.config.sessionTtlMs + 120_000);
    await runDueJobs(server.context);
    expect(await server.client.sessions.redact(expired)).toMatchObject({ status: 'expired', notes: '' });
  });

  it('is refused under a legal hold, whose reason stands in the chain or the addenda as a commitment', async () => {
    const { id } = await server.client.sessions.create({});
    expect(await server.client.sessions.hold(id, { reason: 'a claim' })).toMatchObject({ on_hold: true });
    expect(await server.client.sessions.hold(id, { reason: 'another' })).toMatchObject({ on_hold: true });
    await endSession(server, id);
    expect(await refusalOf(server.client.sessions.redact(id))).toBe('409 session.on_hold');
    const { data: chain } = await server.client.evidence.listChain(id);
    expect(chain.filter(({ kind }) => kind === 'session.held')).toMatchObject([
      { payload: { reason: expect.stringMatching(/^[0-9a-f]{64}$/) as string } },
    ]);
    expect(await server.client.sessions.release(id)).toMatchObject({ on_hold: false });
    const { data: addenda } = await server.client.evidence.listAddenda(id);
    expect(addenda.map(({ kind }) => kind)).toContain('session.released');
    expect(await server.client.sessions.redact(id)).toMatchObject({ id });
    expect(await refusalOf(server.client.sessions.hold(id, { reason: 'late' }))).toBe('410 session.redacted');
  });

  it('is no other organisation’s to do, and needs more than the right to change sessions', async () => {
    const { sessionId } = await completeSession(server);
    const stranger = server.clientOf((await seedOrganisation(server.context)).apiKey);
    for (const call of [
      () => stranger.sessions.redact(sessionId),
      () => stranger.sessions.hold(sessionId, { reason: 'mine' }),
      () => stranger.sessions.release(sessionId),
    ]) {
      expect(await refusalOf(call())).toBe('404 not_found');
    }
    const { api_key } = await createCredential(server.context, {
      organisationId: server.seed.organisationId,
      name: 'sessions',
      scopes: ['sessions:write'],
      operatorEmail: 'operator@example.com',
    });
    expect(await refusalOf(server.clientOf(api_key).sessions.redact(sessionId))).toBe(
      '403 permission_denied',
    );
  });

  it('ends what can be opened, made and signed of it, and gives its room back', async () => {
    const { sessionId, placed, whiteboardId } = await inspectHouse(server);
    await endSession(server, sessionId);
    const { client } = server;
    const { data: reports } = await client.reports.list(sessionId);
    const link = reports[0]!.pdf_url!;
    await client.sessions.redact(sessionId);
    await runDueJobs(server.context);
    for (const call of [
      () => client.evidence.download(sessionId, String(placed['id'])),
      () => client.evidence.download(sessionId, String(placed['id']), { variant: 'thumbnail' }),
      () => client.reports.download(sessionId),
      () => client.reports.create(sessionId),
      () => client.whiteboards.download(`${whiteboardId}.svg`),
      () =>
        client.signatures.request(sessionId, {
          signer: { name: 'Ada', email: 'ada@example.com' },
          level: 'SES',
        }),
    ]) {
      expect(await refusalOf(call())).toBe('410 session.redacted');
    }
    expect((await fetch(link)).status).toBe(410);
    expect((await client.reports.list(sessionId)).data[0]).toMatchObject({ status: 'ready', pdf_url: null });
    expect((await client.evidence.get(sessionId)).pdf_url).toBeNull();
    const { organisationId } = server.seed;
    const where = { organisation_id_subject_id: { organisation_id: organisationId, subject_id: sessionId } };
    expect(await server.context.database.prisma.roomUse.findUnique({ where })).toMatchObject({
      items: 0,
      bytes: 0n,
    });
  });
});

describe('a redaction whose process is killed', () => {
  it('goes on where it was, and comes to the same, whether its job is left or lost', async () => {
    const { sessionId } = await inspectHouse(server);
    await endSession(server, sessionId);
    await server.client.sessions.redact(sessionId);
    await dropJobs();
    const payload = { ...keyOf(sessionId), after: '' };
    for (let kills = 1; kills <= 3; kills++) {
      await expect(redactSession.run(dieAfter(server.context, kills), payload)).rejects.toThrow('killed');
      expect(await listEvents(sessionId)).not.toContain('session.redacted');
    }
    await resumeRedactions(server.context);
    await runDueJobs(server.context);
    await redactSession.run(server.context, payload);
    const { prisma } = server.context.database;
    expect(await prisma.auditDisclosure.count({ where: keyOf(sessionId) })).toBe(0);
    const evidence = await prisma.evidence.findMany({ where: keyOf(sessionId) });
    const objects = await Promise.all(evidence.map(({ id }) => listObjects(id)));
    expect([evidence.length > 4, objects.flat()]).toEqual([true, []]);
    expect([await countRedactions(sessionId), await listEvents(sessionId)]).toEqual([
      1,
      ['session.redacted'],
    ]);
  });
});

/** The process ends when so many objects are deleted. */
const dieAfter = (context: Context, deletions: number): Context => {
  let left = deletions;
  const die = async (key: string) => {
    if (left-- === 0) throw new Error('killed');
    await context.objects.delete(key);
  };
  return { ...context, objects: { ...context.objects, delete: die } };
};

describe('what is under way when a session is redacted writes nothing of it any more', () => {
  it('a report that is being made', async () => {
    const { sessionId } = await completeSession(server);
    const { id } = await server.client.reports.create(sessionId);
    const { organisation_id } = keyOf(sessionId);
    const report = (await startReport(server.context, { organisation_id, report_id: id }))!;
    await server.client.sessions.redact(sessionId);
    await finishReport(server.context, report, {
      pdf: Buffer.from('%PDF- Ada'),
      pages: 1,
      seal: undefined,
    } as never);
    await runDueJobs(server.context);
    expect(await server.client.reports.get(sessionId, id)).toMatchObject({
      status: 'failed',
      failure: { code: 'session_redacted' },
    });
    expect(await listObjects(id)).toEqual([]);
    const { data: addenda } = await server.client.evidence.listAddenda(sessionId);
    expect(JSON.stringify(addenda)).not.toContain(id);
  });

  it('a recording that is being processed', async () => {
    const { sessionId } = await inspectHouse(server);
    whileRemuxing = async () => {
      whileRemuxing = async () => {};
      await server.client.sessions.redact(sessionId);
    };
    await server.client.sessions.end(sessionId);
    await freezeChain.run(server.context, keyOf(sessionId));
    await runDueJobs(server.context);
    const recording = await server.context.database.prisma.evidence.findFirstOrThrow({
      where: { ...keyOf(sessionId), kind: 'recording' },
      include: { derivatives: true },
    });
    expect(recording).toMatchObject({ status: 'failed', failure_code: 'session_redacted', derivatives: [] });
    expect(await listObjects(recording.id)).toEqual([]);
    expect(await listEvents(sessionId)).not.toContain('recording.ready');
  });

  it('a picture of a drawing', async () => {
    const { sessionId } = await inspectHouse(server);
    await endSession(server, sessionId);
    const { prisma } = server.context.database;
    const row = await prisma.evidence.findFirstOrThrow({
      where: { ...keyOf(sessionId), kind: 'whiteboard' },
    });
    await prisma.evidenceDerivative.deleteMany({ where: { evidence_id: row.id } });
    await server.client.sessions.redact(sessionId);
    expect(await storeDrawingExport(server.context, row, 'display')).toBeNull();
    expect(await prisma.evidenceDerivative.count({ where: { evidence_id: row.id } })).toBe(0);
    await runDueJobs(server.context);
    expect(await listObjects(row.id)).toEqual([]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Prisma } from '#prisma';
import { copyRecordings } from '../../testing/copy-recordings.ts';
import { mintInviteFor } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { joinSession } from '../../testing/join-session.ts';
import { runJobsOf } from '../../testing/run-jobs-of.ts';
import { takePhoto } from '../../testing/take-photo.ts';
import { startWebhookServer, type WebhookServer } from '../../testing/start-webhook-receiver.ts';
import { startTimestampAuthority } from '../../testing/start-timestamp-authority.ts';
import { claimAttempts } from '../webhooks/dispatch/claim-attempts.ts';
import { deliverAttempt } from '../webhooks/dispatch/deliver-attempt.ts';
import { resumeDropReports, resumeEndpointWork } from '../webhooks/upkeep/resume-endpoint-work.job.ts';
import { resumeWork } from './resume-work.job.ts';

const HOUR = 3_600_000;

let server: WebhookServer;
let authority: Awaited<ReturnType<typeof startTimestampAuthority>>;

beforeAll(async () => {
  authority = await startTimestampAuthority({ now: () => server.clock.now() });
  server = await startWebhookServer(
    { TSA_URLS: authority.url, WEBHOOK_RETRY_DELAYS: '30' },
    { decoding: copyRecordings() },
  );
});
afterAll(async () => {
  await server.close();
  await authority.close();
});
beforeEach(() => loseJobs());

const prisma = () => server.context.database.prisma;
const query = (sql: string, values: unknown[] = []) => server.context.database.pool.query(sql, values);
const loseJobs = () => query('delete from graphile_worker._private_jobs');
const listJobs = async (): Promise<string[]> => {
  const { rows } = await query('select key from graphile_worker._private_jobs order by key');
  return rows.map(({ key }) => key as string);
};
const resume = async () => {
  await resumeWork.run(server.context, {});
  await resumeEndpointWork.run(server.context, {});
  await resumeDropReports.run(server.context, {});
};
const expectJobs = async (keys: string[]) => expect(await listJobs()).toEqual(keys.toSorted());

/** Loses every job, has the sweep look twice, and runs what it brought back of this kind. */
const expectResumed = async (kind: string, keys: string[]) => {
  await loseJobs();
  await resume();
  await resume();
  await expectJobs(keys);
  await runJobsOf(server.context, kind);
};
const expectNothingLeft = async () => {
  await loseJobs();
  await resume();
  await expectJobs([]);
};
const now = () => server.clock.now().getTime();
const idOf = (id: string) => ({
  organisation_id_id: { organisation_id: server.seed.organisationId, id },
});

describe('work whose job was lost is brought back once, and then done', () => {
  it('send-message: a message that is neither sent nor cancelled', async () => {
    const { invite } = await mintInviteFor(server);
    const { id } = await prisma().message.findFirstOrThrow({ where: { participant_id: invite.id } });
    server.post.emails.length = 0;
    await expectResumed('send-message', [`send-message:${id}`]);
    expect(server.post.emails).toHaveLength(1);
    await expectNothingLeft();
  });

  it('remind-session and expire-session: a scheduled session', async () => {
    const scheduledFor = new Date(now() + 30 * HOUR);
    const { id } = await server.client.sessions.create({ scheduled_for: scheduledFor.toISOString() });
    const countReminders = () =>
      prisma().message.count({ where: { session_id: id, kind: { contains: 'reminder' } } });
    await expectNothingLeft();
    server.clock.advance(6 * HOUR);
    await expectResumed('remind-session', [`remind-session:${id}:24h`]);
    expect(await countReminders()).toBe(1);
    await query('update messages set sent_at = now()');
    await expectNothingLeft();
    server.clock.advance(23 * HOUR);
    await expectResumed('remind-session', [`remind-session:${id}:1h`]);
    expect(await countReminders()).toBe(2);
    await query('update messages set sent_at = now()');
    await expectNothingLeft();
    server.clock.advance(25 * HOUR);
    await expectResumed('expire-session', [`expire-session:${id}`]);
    expect((await prisma().session.findUniqueOrThrow({ where: idOf(id) })).status).toBe('expired');
    await expectNothingLeft();
  });

  it('no reminder that was past when the session was scheduled', async () => {
    await server.client.sessions.create({ scheduled_for: new Date(now() + 20 * HOUR).toISOString() });
    await expectNothingLeft();
  });

  it.each([
    { kind: '24h', before: 24, late: 6 },
    { kind: '1h', before: 1, late: 1 },
  ])(
    'a reminder of $kind less than $late h late, and none of a session that was changed since it was due',
    async ({ kind, before, late }) => {
      const scheduled_for = new Date(now() + 30 * HOUR).toISOString();
      const { id } = await server.client.sessions.create({ scheduled_for });
      const { id: changed } = await server.client.sessions.create({ scheduled_for });
      server.clock.advance((30 - before) * HOUR);
      await loseJobs();
      await resume();
      await expectJobs([`remind-session:${changed}:${kind}`, `remind-session:${id}:${kind}`]);
      server.clock.advance(1);
      await server.client.sessions.update(changed, { notes: 'roof' });
      server.clock.advance(late * HOUR - 2);
      await loseJobs();
      await resume();
      await expectJobs([`remind-session:${id}:${kind}`]);
      server.clock.advance(1);
      await expectNothingLeft();
      for (const session of [id, changed]) {
        await server.client.sessions.update(session, { scheduled_for: null });
      }
    },
  );

  it('freeze-chain, anchor-chain, anchor-addenda, anchor-addenda-head and make-report: a session that ended', async () => {
    const { id } = await server.client.sessions.create({});
    await server.client.sessions.end(id);
    await expectResumed('freeze-chain', [`freeze-chain:${id}`]);
    const { id: reportId } = await prisma().report.findFirstOrThrow({ where: { session_id: id } });
    const report = `make-report:${reportId}`;
    await expectResumed('anchor-chain', [`anchor-chain:${id}:${authority.url}:0`, report]);
    expect((await prisma().anchor.findFirstOrThrow({ where: { session_id: id } })).status).toBe('anchored');
    await expectResumed('make-report', [report]);
    expect((await prisma().report.findUniqueOrThrow({ where: idOf(reportId) })).status).toBe('ready');
    await expectResumed('anchor-addenda', [`anchor-addenda:${id}`]);
    const { sequence } = await prisma().addendaAnchor.findFirstOrThrow({ where: { session_id: id } });
    await expectResumed('anchor-addenda-head', [`anchor-addenda-head:${id}:${authority.url}:${sequence}:0`]);
    expect((await prisma().addendaAnchor.findFirstOrThrow({ where: { session_id: id } })).status).toBe(
      'anchored',
    );
    await expectNothingLeft();
  });

  it('freeze-chain: not while an upload has time left', async () => {
    const { id } = await server.client.sessions.create({});
    await insertEvidence(id, { kind: 'photo', status: 'uploading', mime: 'image/jpeg' });
    await server.client.sessions.end(id);
    server.clock.advance(59_999);
    await expectNothingLeft();
    server.clock.advance(1);
    await expectResumed('freeze-chain', [`freeze-chain:${id}`]);
    await query('delete from evidence where session_id = $1', [id]);
    await query(
      "update reports set status = 'failed', failure_code = 'x', failure_message = 'x' where session_id = $1",
      [id],
    );
    await query("update anchors set status = 'failed' where session_id = $1", [id]);
    await query('update addenda_chains set anchored_sequence = head_sequence');
  });

  it('remux-recording: a recording that is not processed yet', async () => {
    const { id: sessionId } = await server.client.sessions.create({});
    const id = server.context.ids.next();
    const owner = { organisationId: server.seed.organisationId, ownerId: id };
    const { sha256, byte_size } = await server.context.objects.putContent(Buffer.from('video'), owner);
    await insertEvidence(sessionId, {
      sha256,
      byte_size,
      received_at: server.clock.now(),
      id,
      kind: 'recording',
      status: 'pending',
      mime: 'video/webm',
    });
    await expectResumed('remux-recording', [`remux-recording:${id}`]);
    expect((await prisma().evidence.findUniqueOrThrow({ where: idOf(id) })).status).toBe('ready');
    await expectNothingLeft();
  });

  it('picture-drawing: a drawing without its picture', async () => {
    const device = await joinSession(server);
    await device.call('PATCH', '/consent', { camera: 'granted' });
    const { body: photo } = await device.send('/photos', await takePhoto(), { 'content-type': 'image/jpeg' });
    const drawing = { width: 480, height: 640, strokes: [] };
    const { body } = await device.call('POST', '/annotations', { evidence: photo['id'], drawing });
    const id = String(body['id']);
    await query('update messages set sent_at = now()');
    await expectResumed('picture-drawing', [`picture-drawing:${id}`]);
    expect(await prisma().evidenceDerivative.count({ where: { evidence_id: id } })).toBe(1);
    await expectNothingLeft();
  });
});

describe('work for webhooks whose job was lost is brought back once, and then done', () => {
  const openEndpoint = async () => {
    const { client, receiver, organisationId } = await server.openTenant();
    const { id } = await client.webhookEndpoints.create({ url: receiver.url });
    const countEvents = (type: string) =>
      prisma().event.count({ where: { organisation_id: organisationId, type } });
    return { client, receiver, id, organisationId, countEvents };
  };

  it('report-disabled-endpoint: a pause that was not reported', async () => {
    const { client, id, countEvents } = await openEndpoint();
    await client.webhookEndpoints.update(id, { active: false });
    await expectResumed('report-disabled-endpoint', [`report-disabled-endpoint:${id}`]);
    expect(await countEvents('endpoint.paused')).toBe(1);
    await expectNothingLeft();
  });

  it('report-dropped-delivery: a delivery that was dropped and not reported', async () => {
    const { client, receiver, countEvents, organisationId } = await openEndpoint();
    receiver.answer(() => ({ status: 500 }));
    await client.sessions.create({});
    await loseJobs();
    await runDueJobs(server.context);
    server.clock.advance(30_000);
    await claimAndDeliver();
    const { id } = await prisma().webhookDelivery.findFirstOrThrow({
      where: { organisation_id: organisationId, status: 'dropped' },
    });
    await expectResumed('report-dropped-delivery', [`report-dropped-delivery:${id}`]);
    expect(await countEvents('delivery.dropped')).toBe(1);
    await expectNothingLeft();
  });

  it('none of deliveries that went with their endpoint: who deleted it knows', async () => {
    const { client, receiver, id, organisationId } = await openEndpoint();
    receiver.answer(() => ({ status: 500 }));
    await client.sessions.create({});
    await loseJobs();
    await runDueJobs(server.context);
    await client.webhookEndpoints.delete(id);
    const dropped = { organisation_id: organisationId, status: 'dropped' };
    expect(await prisma().webhookDelivery.findMany({ where: dropped })).toEqual([
      expect.objectContaining({ failure_count: 1, attempt_count: 1 }),
    ]);
    await expectNothingLeft();
  });

  it('recover-deliveries: a recovery that is larger than a batch', async () => {
    const { client, id, organisationId } = await openEndpoint();
    await client.webhookEndpoints.test(id);
    await query(
      `
      insert into webhook_deliveries
        (organisation_id, id, endpoint_id, event_id, event_type, sequence, status, failure_count, created_at)
      select organisation_id, uuid_v7(), endpoint_id, event_id, event_type, n, 'dropped', 3, created_at
      from webhook_deliveries, generate_series(2, 1002) n
      where endpoint_id = $1 and sequence = 1
      `,
      [id],
    );
    const since = new Date(now() - HOUR).toISOString();
    await client.webhookEndpoints.recover(id, { since });
    await expectResumed('recover-deliveries', [`recover-deliveries:${id}:${since}:1001`]);
    const dropped = { organisation_id: organisationId, status: 'dropped' };
    expect(await prisma().webhookDelivery.count({ where: dropped })).toBe(0);
    expect(await prisma().webhookRecovery.count()).toBe(0);
    await client.webhookEndpoints.delete(id);
    await expectNothingLeft();
  });
});

const claimAndDeliver = async () => {
  const { attempts } = await claimAttempts(server.context, 1);
  for (const attempt of attempts) await deliverAttempt(server.context, attempt);
};

const insertEvidence = (
  session_id: string,
  columns: Pick<Prisma.EvidenceUncheckedCreateInput, 'kind' | 'status' | 'mime'> &
    Partial<Prisma.EvidenceUncheckedCreateInput>,
) =>
  prisma().evidence.create({
    data: {
      organisation_id: server.seed.organisationId,
      id: server.context.ids.next(),
      session_id,
      created_at: server.clock.now(),
      updated_at: server.clock.now(),
      ...columns,
    },
  });

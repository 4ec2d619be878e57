import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MessageRefusedError } from '../../platform/messages/message-refused-error.ts';
import { joinByLink } from '../../testing/join-by-link.ts';
import { makeFirstReport } from '../../testing/make-first-report.ts';
import { freshEmail } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { openSigningDevice } from '../../testing/signing-device.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { createTestSeal } from '../../testing/create-test-seal.ts';
import { resumeWork } from '../housekeeping/resume-work.job.ts';
import { shareReport } from './requests/share-report.job.ts';

let server: TestServer;
beforeAll(async () => {
  const seal = createTestSeal().seal;
  server = await startTestServer({}, { seal, demoSigner: createTestSeal().seal });
});
beforeEach(() => void server.post.emails.splice(0));
afterAll(() => server.close());

const nameRecipient = (name = 'Eva Brandt') => ({ name, email: freshEmail() });
type Recipient = ReturnType<typeof nameRecipient>;

/** A session that somebody joined, with its first report ready and its links on their way. */
const inspect = async (
  recipients: Recipient[],
  { isJoined = true, isSent = true, ...fields }: { isJoined?: boolean; isSent?: boolean; locale?: 'de' } = {},
) => {
  const { client, context, seed } = server;
  const given = {
    reference: 'CLM-417',
    site_address: 'Via Torino 12',
    report_recipients: recipients,
    ...fields,
  };
  const { id } = await client.sessions.create(given);
  if (isJoined) await joinByLink((await client.participants.create(id)).join_url);
  await client.sessions.end(id);
  const report = await makeFirstReport(context, seed.organisationId, id);
  if (isSent) await runDueJobs(context);
  return { sessionId: id, reportId: report.id };
};
const mailsTo = ({ email }: Recipient) => server.post.emails.filter(({ to }) => to === email);
const linkOf = (recipient: Recipient): string => {
  const [, link = ''] = /(http\S+\/report#[\w-]{43})/.exec(mailsTo(recipient)[0]?.text ?? '') ?? [];
  return link;
};
const openLink = (recipient: Recipient, device?: { userAgent: string }) =>
  openSigningDevice(server, { sign_url: linkOf(recipient) }, device);
const outcomeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'] ?? 'done',
];
const listAddenda = (sessionId: string) =>
  server.context.database.prisma.addendaEntry.findMany({
    where: { session_id: sessionId },
    orderBy: { sequence: 'asc' },
  });

describe('a recipient of the report', () => {
  it('gets one e-mail in the language of the session, with a link of their own that nothing opens without the code', async () => {
    const [eva, ada] = [nameRecipient(), nameRecipient('Ada')];
    const { sessionId, reportId } = await inspect([eva, ada], { locale: 'de' });
    await runDueJobs(server.context);
    const [mail, ...more] = mailsTo(eva);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('Acme Inspections hat einen Bericht für Sie');
    expect(mail!.text).toContain('Guten Tag Eva Brandt,');
    expect(mail!.text).toContain('Referenz: CLM-417');
    expect(mail!.text).not.toContain('.pdf');
    expect(linkOf(eva)).toContain(`${server.context.config.baseUrl}/report#`);
    expect(linkOf(ada)).not.toBe(linkOf(eva));

    const device = openLink(eva);
    const opened = await device.byLink('GET', '');
    expect(opened.body).toMatchObject({ purpose: 'read', locale: 'de', channels: ['email'] });
    expect(JSON.stringify(opened.body)).not.toMatch(/Eva|CLM|sha256|pdf/);
    expect(outcomeOf(await device.byLink('GET', '/report'))).toEqual([401, 'unauthenticated']);

    server.post.emails.splice(1);
    const session = await device.enter();
    expect(server.post.emails.at(-1)).toMatchObject({
      to: eva.email,
      subject: 'Ihr Code zum Öffnen des Berichts (Acme Inspections)',
    });
    const { body } = await session.call('GET', '/report');
    expect(body).toMatchObject({
      organisation_name: 'Acme Inspections',
      recipient_name: 'Eva Brandt',
      reference: 'CLM-417',
      site_address: 'Via Torino 12',
      outcome: null,
      report: { id: reportId },
    });
    await server.client.sessions.setOutcome(sessionId, { outcome: 'rejected' });
    expect((await session.call('GET', '/report')).body).toMatchObject({ outcome: 'rejected' });
    const pdf = await fetch((body['report'] as { pdf_url: string }).pdf_url);
    const own = await server.client.reports.download(sessionId);
    expect(Buffer.from(await pdf.arrayBuffer()).equals(Buffer.from(await own.arrayBuffer()))).toBe(true);
  });

  it('stands in the addenda as a commitment: when the links went out, and when somebody opened theirs first', async () => {
    const eva = nameRecipient();
    const { sessionId, reportId } = await inspect([eva, nameRecipient('Ada')]);
    await openLink(eva).enter();
    await openLink(eva).enter();
    const entries = await listAddenda(sessionId);
    expect(entries.map(({ kind }) => kind)).toEqual(['report.ready', 'report.shared', 'report.opened']);
    expect(entries[1]!.payload).toMatchObject({ report_id: reportId, count: 2 });
    expect(JSON.stringify(entries)).not.toMatch(/Eva|@/);
    const disclosed = await server.context.database.prisma.addendaDisclosure.findMany({
      where: { session_id: sessionId, field: 'recipient' },
    });
    expect(disclosed.map(({ value }) => value)).toEqual([eva]);
  });

  it('reads the revision that a person has signed meanwhile', async () => {
    const eva = nameRecipient();
    const { sessionId } = await inspect([eva]);
    const signer = { name: 'Ada Rossi', email: freshEmail() };
    const asked = await server.client.signatures.request(sessionId, { signer, level: 'SES' });
    await (await openSigningDevice(server, asked).enter()).sign();
    const signed = await server.client.signatures.get(sessionId, asked.id);
    const session = await openLink(eva).enter();
    expect((await session.call('GET', '/report')).body).toMatchObject({ report: { id: signed.report } });
  });

  it('is told of no report that nobody made anything for, and once, however often the job runs', async () => {
    const nobody = nameRecipient();
    await inspect([nobody], { isJoined: false });
    expect(mailsTo(nobody)).toEqual([]);
    const eva = nameRecipient();
    const { sessionId, reportId } = await inspect([eva]);
    const { organisationId } = server.seed;
    const payload = { organisation_id: organisationId, session_id: sessionId, report_id: reportId };
    await shareReport.run(server.context, payload);
    await runDueJobs(server.context);
    expect(mailsTo(eva)).toHaveLength(1);
  });
});

describe('a report whose sharing lost its job', () => {
  const lose = () =>
    server.context.database.pool.query("delete from graphile_worker._private_jobs where key like 'share-%'");
  const resume = async (recipient: Recipient) => {
    await resumeWork.run(server.context, {});
    await runDueJobs(server.context);
    return mailsTo(recipient);
  };

  it('is shared within a minute, and once', async () => {
    const eva = nameRecipient();
    await inspect([eva], { isSent: false });
    await lose();
    await runDueJobs(server.context);
    expect(mailsTo(eva)).toEqual([]);
    expect(await resume(eva)).toHaveLength(1);
    expect(await resume(eva)).toHaveLength(1);
  });

  it('is not shared where nobody joined, nor a week after it was ready', async () => {
    const [nobody, late] = [nameRecipient(), nameRecipient('Ada')];
    await inspect([nobody], { isJoined: false });
    await inspect([late], { isSent: false });
    await lose();
    server.clock.advance(7 * 86_400_000);
    for (const recipient of [nobody, late]) expect(await resume(recipient)).toEqual([]);
  });
});

describe('who is not the recipient', () => {
  it('has five guesses of the code, and then the link is locked, for the right code, too', async () => {
    const eva = nameRecipient();
    await inspect([eva]);
    const device = openLink(eva);
    expect(outcomeOf(await device.byLink('POST', '/verify', { otp_code: '123456' }))).toEqual([
      401,
      'otp_required',
    ]);
    const code = await device.receiveCode();
    const wrong = code === '000000' ? '000001' : '000000';
    for (const left of [4, 3, 2, 1]) {
      const reply = await device.byLink('POST', '/verify', { otp_code: wrong });
      expect([...outcomeOf(reply), reply.body['attempts_remaining']]).toEqual([401, 'otp_invalid', left]);
    }
    for (const otp_code of [wrong, code])
      expect(outcomeOf(await device.byLink('POST', '/verify', { otp_code }))).toEqual([423, 'otp_locked']);
    expect(outcomeOf(await device.byLink('POST', '/code'))).toEqual([423, 'otp_locked']);
  });

  it('reads nothing on another device, and nothing with a code that was used or is 10 minutes old', async () => {
    const eva = nameRecipient();
    await inspect([eva]);
    const session = await openLink(eva).enter();
    const elsewhere = openLink(eva, { userAgent: 'another phone' });
    const stolen = await elsewhere.call('GET', '/report', { token: session.token });
    expect(outcomeOf(stolen)).toEqual([401, 'unauthenticated']);
    const code = await elsewhere.receiveCode();
    server.clock.advance(server.context.config.otpTtlMs);
    expect(outcomeOf(await elsewhere.byLink('POST', '/verify', { otp_code: code }))[1]).toBe('otp_expired');
  });

  it('signs nothing with the token of who may read, and reads nothing with that of who may sign', async () => {
    const eva = nameRecipient();
    const { sessionId } = await inspect([eva]);
    const reader = await openLink(eva).enter();
    for (const [method, path, body] of [
      ['GET', '/session', undefined],
      ['POST', '/sign', { sha256: '0'.repeat(64) }],
      ['POST', '/decline', undefined],
      ['POST', '/finish', { state: 'x' }],
    ] as const)
      expect(outcomeOf(await reader.call(method, path, body))).toEqual([401, 'unauthenticated']);
    const asked = await server.client.signatures.request(sessionId, {
      signer: { name: 'Ada Rossi', email: freshEmail() },
      level: 'SES',
    });
    const signer = await openSigningDevice(server, asked).enter();
    expect(outcomeOf(await signer.call('GET', '/report'))).toEqual([401, 'unauthenticated']);
  });

  it('finds the link neither among the signatures nor from another organisation', async () => {
    const { sessionId } = await inspect([nameRecipient()]);
    const { prisma } = server.context.database;
    const { id } = await prisma.signature.findFirstOrThrow({ where: { session_id: sessionId } });
    const { apiKey } = await seedOrganisation(server.context);
    for (const client of [server.client, server.clientOf(apiKey)]) {
      await expect(client.signatures.get(sessionId, id)).rejects.toMatchObject({ code: 'not_found' });
      await expect(client.signatures.cancel(sessionId, id)).rejects.toMatchObject({ code: 'not_found' });
    }
    expect((await server.client.signatures.list(sessionId)).data).toEqual([]);
    await expect(server.clientOf(apiKey).sessions.get(sessionId)).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a link to a report', () => {
  it('is dead after 14 days, and says so', async () => {
    const eva = nameRecipient();
    await inspect([eva]);
    const device = openLink(eva);
    const session = await device.enter();
    server.clock.advance(14 * 86_400_000);
    const reply = await device.byLink('GET', '');
    expect([...outcomeOf(reply), reply.body['signature_status']]).toEqual([410, 'link_expired', 'expired']);
    expect(outcomeOf(await session.call('GET', '/report'))[0]).toBe(401);
  });

  it('is dead once the session is redacted, with what opened it; what was not sent is not sent, and no name stays', async () => {
    const [eva, ada] = [nameRecipient(), nameRecipient('Ada')];
    const { sessionId } = await inspect([eva]);
    const device = openLink(eva);
    const session = await device.enter();
    const unsent = await inspect([ada], { isSent: false });
    for (const id of [sessionId, unsent.sessionId]) await server.client.sessions.redact(id);
    const reply = await device.byLink('GET', '');
    expect([...outcomeOf(reply), reply.body['signature_status']]).toEqual([410, 'link_expired', 'cancelled']);
    expect(outcomeOf(await session.call('GET', '/report'))).toEqual([410, 'link_expired']);
    await runDueJobs(server.context);
    expect(mailsTo(ada)).toEqual([]);
    expect((await server.client.sessions.get(sessionId)).report_recipients).toEqual([]);
    const { prisma } = server.context.database;
    const rows = await prisma.signature.findMany({ where: { session_id: sessionId } });
    expect(rows.map(({ signer_name, signer_email, pin }) => [signer_name, signer_email, pin])).toEqual([
      ['', '', null],
    ]);
    expect(await prisma.addendaDisclosure.count({ where: { session_id: sessionId } })).toBe(0);
  });

  it('that did not arrive is told as a message of the session, which is about no signature', async () => {
    const eva = nameRecipient();
    const { sessionId } = await inspect([eva], { isSent: false });
    const { prisma } = server.context.database;
    server.post.failNext(9, new MessageRefusedError('unknown_recipient', 'no such user'));
    await runDueJobs(server.context);
    const { data } = await prisma.event.findFirstOrThrow({
      where: {
        session_id: sessionId,
        type: 'message.failed',
        data: { path: ['kind'], equals: 'report_link' },
      },
    });
    expect(data).toMatchObject({ signature: null, invite: null, status: 'failed' });
    server.post.failNext(0);
  });
});

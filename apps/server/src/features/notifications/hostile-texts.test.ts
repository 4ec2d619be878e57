import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMailer, type EmailMessage } from '../../platform/messages/create-mailer.ts';
import { createSeal } from '../../platform/seal/create-seal.ts';
import { completeSession } from '../../testing/complete-session.ts';
import { createTestPerson } from '../../testing/create-test-seal.ts';
import { freshEmail } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

const HOUR_MS = 3_600_000;
const HEADERS = '\r\nBcc: eve@evil.example\r\nContent-Type: text/html\r\n\r\n';
const MARKUP = `<script>alert(1)</script><img src=x onerror=alert(1)>"'&<a href="https://evil.example">`;
const TEMPLATES = "{link} {code} {organisation} {n, plural, other {#}} {{texts}} ${1} $& $'";
const HOSTILE = `x${HEADERS}${MARKUP}${TEMPLATES}`;

const signer = createTestPerson('P-256', 'demo signer');
let server: TestServer;
let smtp: SMTPServer;
let received: { recipients: string[]; raw: string }[] = [];
beforeAll(async () => {
  const seal = createSeal({ key: signer.key, certificates: signer.certificates, demo: true });
  server = await startTestServer({}, { demoSigner: seal });
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, session, reply) => {
      const raw = Buffer.concat(await stream.toArray()).toString('utf8');
      received.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), raw });
      reply();
    },
  });
  await once(smtp.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(resolve));
  await server.close();
});

/** Sends a message through the real mailer and a real mail server, and gives it as it arrives. */
const arrive = async (message: EmailMessage) => {
  received = [];
  const { port } = smtp.server.address() as AddressInfo;
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'Field Inspection <no-reply@inspect.example>',
    clock: server.clock,
  });
  await mailer.send(message);
  expect(received).toHaveLength(1);
  return { recipients: received[0]!.recipients, mail: await PostalMime.parse(received[0]!.raw) };
};

/** Sets every text that somebody can set, also to values that the contract would refuse. */
const plant = async () => {
  const { client, seed, context } = server;
  const { prisma } = context.database;
  const organisation_id = seed.organisationId;
  await client.branding.update({ footer: HOSTILE, imprint_url: 'https://nordic.example/?a=1&b=2' });
  await client.messages.update({ kind: 'reminder_invitee_24h', locale: 'en', body: `${MARKUP}\n{link}` });
  await prisma.branding.update({
    where: { organisation_id },
    data: { display_name: HOSTILE, sender_name: HOSTILE },
  });
  await prisma.organisation.update({ where: { id: organisation_id }, data: { name: HOSTILE } });
  // An organisation's own texts: their table refuses line breaks in a text that becomes a header.
  const own = { organisation_id, locale: 'en', updated_at: server.clock.now() };
  const subject = `${MARKUP}${TEMPLATES}`;
  for (const kind of ['invite', 'signature_request', 'member_invitation']) {
    const body = `${HOSTILE}\n\n{link}\n\n{notes}\n\n{schedule}`;
    await prisma.messageText.create({ data: { ...own, kind, subject, body } });
  }
  await expect(
    prisma.messageText.create({ data: { ...own, kind: 'otp', subject: `x\r\nBcc: eve@evil.example` } }),
  ).rejects.toThrow(/message_texts_one_line/);
};

test('every text an organisation or person sets is inert in headers, HTML and templates', async () => {
  const { client, seed, context } = server;
  const { sessionId } = await completeSession(server);
  await plant();
  const at = new Date(server.clock.now().getTime() + 25 * HOUR_MS).toISOString();
  const session = await client.sessions.create({ scheduled_for: at, notes: HOSTILE });
  const invite = await client.participants.create(session.id, {
    recipient_first_name: 'Ada',
    recipient_email: freshEmail(),
    send_email: true,
    ttl_minutes: 10_080,
  });
  const member = await client.members.create({ email: freshEmail(), name: 'Ada', role: 'auditor' });
  const asked = await client.signatures.request(sessionId, {
    signer: { name: 'Ada Rossi', email: freshEmail() },
    level: 'SES',
    send_link: true,
  });
  const { prisma } = context.database;
  const names = { recipient_first_name: HOSTILE, recipient_last_name: HOSTILE };
  await prisma.participant.updateMany({ where: { id: invite.id }, data: names });
  await prisma.member.updateMany({ where: { id: member.id }, data: { name: HOSTILE } });
  await prisma.signature.updateMany({ where: { id: asked.id }, data: { signer_name: HOSTILE } });
  await runDueJobs(context);
  server.clock.advance(2 * HOUR_MS);
  await runDueJobs(context);
  const messages = server.post.emails.splice(0);
  const kinds = await prisma.message.findMany({ where: { organisation_id: seed.organisationId } });
  expect(new Set(kinds.filter(({ sent_at }) => sent_at).map(({ kind }) => kind))).toEqual(
    new Set([
      'invite',
      'otp',
      'reminder_invitee_24h',
      'reminder_operator_24h',
      'signature_request',
      'member_invitation',
    ]),
  );
  for (const message of messages) {
    const { recipients, mail } = await arrive(message);
    expect(recipients).toEqual([message.to]);
    expect(mail.from!.address).toBe('no-reply@inspect.example');
    const keys = mail.headers.map(({ key }) => key);
    expect(keys.filter((key) => ['bcc', 'cc', 'reply-to'].includes(key))).toEqual([]);
    for (const key of ['from', 'to', 'subject', 'content-type', 'message-id']) {
      expect(keys.filter((each) => each === key)).toHaveLength(1);
    }
    // The planted words may be there as text, but not as markup.
    const tags = mail.html!.match(/<[^>]*>/g)!;
    const active = tags.filter((tag) => /^<\/?(script|iframe|style|form|svg|object)\b/i.test(tag));
    expect(active).toEqual(['<style>', '</style>']);
    // The one sheet is the service's own: nothing planted fits in.
    expect(mail.html).toMatch(/<style>@media \(prefers-color-scheme:dark\)\{[\w.:;{}#!-]+\}<\/style>/);
    expect(tags.filter((tag) => /onerror|evil\.example/.test(tag))).toEqual([]);
    // The service's own link is there at most once, whatever the planted texts claim.
    const isAbout = /\/join\/|\/sign#|\/invitations#/g;
    const links = mail.text!.match(isAbout) ?? [];
    expect(links.length).toBeLessThanOrEqual(1);
    if (mail.attachments.length > 0) {
      expect(mail.attachments.map(({ mimeType }) => mimeType)).toEqual(
        mail.attachments.map(({ mimeType }) => mimeType).filter((type) => /calendar|ics/.test(type)),
      );
    }
  }
  expect(messages.filter(({ text }) => text.includes('/join/'))).toHaveLength(2);
});

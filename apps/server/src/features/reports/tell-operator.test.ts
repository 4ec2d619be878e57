import type { LocaleCode } from '@field-inspection/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createCredential } from '../../testing/create-credential.ts';
import { joinByLink } from '../../testing/join-by-link.ts';
import { freshEmail } from '../../testing/mint-invite-for.ts';
import { makeFirstReport } from '../../testing/make-first-report.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { addMember } from '../../testing/add-member.ts';

const OPERATOR = 'operator@example.com';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => void server.post.emails.splice(0));
afterAll(() => server.close());

type Client = TestServer['client'];

const inspect = async (client: Client, { reference = '', isJoined = true } = {}): Promise<string> => {
  const { id } = await client.sessions.create({ reference });
  if (isJoined) {
    const invite = await client.participants.create(id, { recipient_first_name: 'Ada' });
    await joinByLink(invite.join_url);
  }
  await client.sessions.end(id);
  await makeFirstReport(server.context, server.seed.organisationId, id);
  await runDueJobs(server.context);
  return id;
};
const mailsTo = (address: string) => server.post.emails.filter(({ to }) => to === address);

const hireOperator = async (locale: LocaleCode) => {
  const { organisationId } = server.seed;
  const email = freshEmail();
  const { id } = await addMember(server.context, {
    organisationId,
    name: 'Grace',
    email,
    role: 'inspector',
    locale,
  });
  const scopes = ['sessions:read', 'sessions:write', 'participants:write'] as const;
  const { api_key } = await createCredential(server.context, {
    organisationId,
    name: 'Grace',
    scopes: [...scopes],
    operatorEmail: email,
    memberId: id,
  });
  return { id, email, client: server.clientOf(api_key) };
};

it('a member hears in their language, once, that the report is ready, with its reference and the way to it', async () => {
  const { email, client } = await hireOperator('de');
  const sessionId = await inspect(client, { reference: 'CLM-417' });
  await runDueJobs(server.context);
  const [mail, ...more] = mailsTo(email);
  expect(more).toEqual([]);
  expect(mail!.subject).toBe('Der Bericht zu Ihrer Ferninspektion ist fertig (CLM-417)');
  expect(mail!.text).toContain('Guten Tag Grace,');
  expect(mail!.text).toContain('Referenz: CLM-417');
  expect(mail!.text).toContain('Ergebnis: Noch kein Ergebnis');
  const address = `${server.context.config.baseUrl}/console/inspections/${sessionId}`;
  expect(mail!.text).toContain(`\n${address}\n`);
  expect(mail!.html).toContain(`href="${address}"`);
  expect(mail!.text).not.toContain('.pdf');
});

it('the operator of a machine, who can not sign in, gets the id of the session and no link', async () => {
  const sessionId = await inspect(server.client);
  const [mail] = mailsTo(OPERATOR);
  expect(mail!.subject).toBe('The report of your remote inspection is ready (Acme Inspections)');
  expect(mail!.text).toContain(`Session ID: ${sessionId}`);
  expect(mail!.text).not.toContain('http');
});

it('nobody hears of the report of a session that nobody joined, nor does a member who was disabled meanwhile', async () => {
  await inspect(server.client, { isJoined: false });
  expect(mailsTo(OPERATOR)).toEqual([]);
  const { id, email, client } = await hireOperator('en');
  const { prisma } = server.context.database;
  const disable = () => prisma.member.updateMany({ where: { id }, data: { status: 'disabled' } });
  const session = await client.sessions.create();
  const { join_url } = await client.participants.create(session.id, {});
  await joinByLink(join_url);
  await client.sessions.end(session.id);
  await makeFirstReport(server.context, server.seed.organisationId, session.id);
  await disable();
  await runDueJobs(server.context);
  expect(mailsTo(email)).toEqual([]);
});

it('notices wait for an hour of their own, and take nobody the place of an invite or of a code', async () => {
  const { email, client } = await hireOperator('en');
  // The hour begins now, so that no window ends meanwhile.
  const HOUR_MS = 3_600_000;
  server.clock.set(new Date((Math.floor(server.clock.now().getTime() / HOUR_MS) + 1) * HOUR_MS));
  const useBefore = (await server.client.billing.getPlan()).use;
  for (let count = 0; count < 6; count++) await inspect(client);
  expect(mailsTo(email)).toHaveLength(5);
  expect((await server.client.billing.getPlan()).use).toMatchObject({ messages: useBefore.messages });
  const { id } = await client.sessions.create();
  await client.participants.create(id, { recipient_email: email, send_email: true });
  server.clock.advance(HOUR_MS);
  await runDueJobs(server.context);
  expect(mailsTo(email).filter(({ subject }) => subject.startsWith('The report'))).toHaveLength(6);
});

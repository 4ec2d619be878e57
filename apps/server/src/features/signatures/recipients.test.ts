import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestSeal } from '../../testing/create-test-seal.ts';
import { joinByLink } from '../../testing/join-by-link.ts';
import { makeFirstReport } from '../../testing/make-first-report.ts';
import { freshEmail } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { openSigningDevice } from '../../testing/signing-device.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { seal: createTestSeal().seal });
});
beforeEach(() => void server.post.emails.splice(0));
afterAll(() => server.close());

const nameRecipient = (name = 'Eva Brandt') => ({ name, email: freshEmail() });
type Recipient = ReturnType<typeof nameRecipient>;

const complete = async (report_recipients: Recipient[] = []): Promise<string> => {
  const { client, context, seed } = server;
  const { id } = await client.sessions.create({ report_recipients });
  await joinByLink((await client.participants.create(id)).join_url);
  await client.sessions.end(id);
  await makeFirstReport(context, seed.organisationId, id);
  return id;
};
const linksTo = ({ email }: Recipient): string[] =>
  server.post.emails.flatMap(({ to, text }) =>
    to === email ? (/http\S+\/report#[\w-]{43}/.exec(text) ?? []) : [],
  );
const openNewest = async (recipient: Recipient) => {
  await runDueJobs(server.context);
  return openSigningDevice(server, { sign_url: linksTo(recipient).at(-1)! });
};
const outcomeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'] ?? 'done',
];
const listKinds = async (sessionId: string) =>
  (await server.client.evidence.listAddenda(sessionId)).data.map(({ kind }) => kind).toReversed();

describe('POST /evidence/{session_id}/recipients', () => {
  it('201: sends a link that opens the report with a code, in the language that is asked for', async () => {
    const [id, eva] = [await complete(), nameRecipient()];
    const { id: recipient } = await server.client.recipients.create(id, { ...eva, locale: 'de' });
    const device = await openNewest(eva);
    expect((await device.byLink('GET', '')).body).toMatchObject({ purpose: 'read', locale: 'de' });
    expect(outcomeOf(await (await device.enter()).call('GET', '/report'))).toEqual([200, 'done']);
    const { data } = await server.client.recipients.list(id);
    expect(data).toMatchObject([
      { id: recipient, ...eva, status: 'opened', opened_at: expect.any(String) as string },
    ]);
    expect(await listKinds(id)).toEqual(['report.ready', 'report.shared', 'report.opened']);
  });

  it('201: sends nobody a second link whom the session names, and leaves none of them out', async () => {
    const [eva, ada] = [nameRecipient(), nameRecipient('Ada')];
    const id = await complete([eva]);
    // The job that shares the report has not run yet.
    await server.client.recipients.create(id, ada);
    await runDueJobs(server.context);
    expect([linksTo(eva).length, linksTo(ada).length]).toEqual([1, 1]);
    const { data } = await server.client.recipients.list(id);
    expect(new Set(data.map(({ email }) => email))).toEqual(new Set([ada.email, eva.email]));
  });

  it('201: is done once for a key, and an address gets one link from many calls at once', async () => {
    const [id, eva] = [await complete(), nameRecipient()];
    const key = { idempotencyKey: 'send-once' };
    const first = await server.client.recipients.create(id, eva, key);
    expect(await server.client.recipients.create(id, eva, key)).toEqual(first);
    const ada = nameRecipient('Ada');
    const tries = await Promise.allSettled(
      Array.from({ length: 5 }, () => server.client.recipients.create(id, ada)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await runDueJobs(server.context);
    expect([linksTo(eva).length, linksTo(ada).length]).toEqual([1, 1]);
  });

  it('429: counts against the messages that an address takes', async () => {
    const [id, eva] = [await complete(), nameRecipient()];
    const { id: recipient } = await server.client.recipients.create(id, eva);
    const resend = async (): Promise<void> => {
      for (let count = 0; count < 20; count += 1) await server.client.recipients.reissue(id, recipient);
    };
    await expect(resend()).rejects.toMatchObject({ status: 429 });
  });

  it('410: sends nothing of a session that was redacted', async () => {
    const [id, eva] = [await complete(), nameRecipient()];
    await server.client.sessions.redact(id);
    await expect(server.client.recipients.create(id, eva)).rejects.toMatchObject({
      code: 'session.redacted',
    });
  });
});

describe('POST …/recipients/{recipient_id}/reissue', () => {
  it('200: kills the earlier link and what it opened, unlocks, and sends another', async () => {
    const [id, eva] = [await complete(), nameRecipient()];
    const { id: recipient } = await server.client.recipients.create(id, eva);
    const earlier = await openNewest(eva);
    const session = await earlier.enter();
    const code = await earlier.receiveCode();
    const wrong = code === '000000' ? '000001' : '000000';
    for (let count = 0; count < 5; count += 1) await earlier.byLink('POST', '/verify', { otp_code: wrong });
    expect((await server.client.recipients.list(id)).data[0]).toMatchObject({ status: 'locked' });

    expect(await server.client.recipients.reissue(id, recipient)).toMatchObject({ status: 'opened' });
    expect(outcomeOf(await earlier.byLink('GET', ''))).toEqual([401, 'unauthenticated']);
    expect(outcomeOf(await session.call('GET', '/report'))).toEqual([401, 'unauthenticated']);
    const device = await openNewest(eva);
    expect(new Set(linksTo(eva)).size).toBe(2);
    expect(outcomeOf(await (await device.enter()).call('GET', '/report'))).toEqual([200, 'done']);
  });

  it('200: what was not sent yet is sent by the new link alone', async () => {
    const [id, eva] = [await complete(), nameRecipient()];
    const { id: recipient } = await server.client.recipients.create(id, eva);
    await server.client.recipients.reissue(id, recipient);
    await runDueJobs(server.context);
    expect(linksTo(eva)).toHaveLength(1);
    const device = await openNewest(eva);
    expect((await device.byLink('GET', '')).status).toBe(200);
  });
});

describe('DELETE …/recipients/{recipient_id}', () => {
  it('204: the link is dead at once, with the session that it opened and the e-mail on its way', async () => {
    const [id, eva, ada] = [await complete(), nameRecipient(), nameRecipient('Ada')];
    const { id: recipient } = await server.client.recipients.create(id, eva);
    const device = await openNewest(eva);
    const session = await device.enter();
    await server.client.recipients.revoke(id, recipient);
    const reply = await device.byLink('GET', '');
    expect([...outcomeOf(reply), reply.body['signature_status']]).toEqual([410, 'link_expired', 'cancelled']);
    expect(outcomeOf(await session.call('GET', '/report'))).toEqual([410, 'link_expired']);

    const unsent = await server.client.recipients.create(id, ada);
    await server.client.recipients.revoke(id, unsent.id);
    await runDueJobs(server.context);
    expect(linksTo(ada)).toEqual([]);
    expect((await listKinds(id)).filter((kind) => kind === 'report.link_revoked')).toHaveLength(2);
  });

  it('stands in the chain as a commitment that names nobody', async () => {
    const [id, eva] = [await complete(), nameRecipient()];
    await server.client.recipients.revoke(id, (await server.client.recipients.create(id, eva)).id);
    const { prisma } = server.context.database;
    const entries = await prisma.addendaEntry.findMany({ where: { session_id: id } });
    expect(JSON.stringify(entries)).not.toMatch(/Eva|@/);
    const disclosed = await prisma.addendaDisclosure.findMany({
      where: { session_id: id, field: 'recipient' },
    });
    expect(disclosed.map(({ value }) => value)).toEqual([eva]);
  });

  it('404: neither a signature, nor the recipient of another session or organisation', async () => {
    const [id, other] = [await complete(), await complete()];
    const signer = { name: 'Ada Rossi', email: freshEmail() };
    const { prisma } = server.context.database;
    const { id: recipient } = await server.client.recipients.create(id, nameRecipient());
    const row = await prisma.signature.findFirstOrThrow({ where: { id: recipient } });
    await prisma.signature.create({
      data: {
        ...row,
        id: other,
        session_id: id,
        purpose: 'sign',
        level: 'SES',
        provider: 'demo',
        signer_name: signer.name,
      },
    });
    const { apiKey } = await seedOrganisation(server.context);
    for (const [client, session, asked] of [
      [server.client, id, other],
      [server.client, other, recipient],
      [server.clientOf(apiKey), id, recipient],
    ] as const) {
      await expect(client.recipients.revoke(session, asked)).rejects.toMatchObject({ code: 'not_found' });
      await expect(client.recipients.reissue(session, asked)).rejects.toMatchObject({ code: 'not_found' });
    }
    expect((await server.client.recipients.list(id)).data).toMatchObject([{ id: recipient, status: 'sent' }]);
  });
});

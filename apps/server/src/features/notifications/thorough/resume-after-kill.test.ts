import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, test } from 'vitest';
import { mintInviteFor } from '../../../testing/mint-invite-for.ts';
import { spawnServer } from '../../../testing/spawn-server.ts';
import { startTestServer } from '../../../testing/start-test-server.ts';

const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

/** A mail server that reads messages and answers none until `answer` is called. */
const startMailServer = async () => {
  const messageIds: string[] = [];
  let isAnswering = false;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, _session, reply) => {
      const lines = Buffer.concat(await stream.toArray()).toString('utf8');
      messageIds.push(/^Message-ID: (.*)$/im.exec(lines)![1]!.trim());
      if (isAnswering) reply();
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  closers.push(() => smtp.close());
  const { port } = smtp.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, messageIds, answer: () => void (isAnswering = true) };
};

const startWorker = async (databaseUrl: string, smtpUrl: string) => {
  const worker = await spawnServer('worker', { databaseUrl, env: { SMTP_URL: smtpUrl } });
  closers.push(() => worker.kill());
  return worker;
};

test('a message whose worker is killed while sending is sent by another, under the same id', async () => {
  const server = await startTestServer();
  closers.push(() => server.close());
  const mail = await startMailServer();
  const doomed = await startWorker(server.databaseUrl, mail.url);
  const { invite } = await mintInviteFor(server);
  await expect.poll(() => mail.messageIds.length, { timeout: 30_000 }).toBe(1);
  await doomed.kill('SIGKILL');
  mail.answer();
  await startWorker(server.databaseUrl, mail.url);
  const read = () =>
    server.context.database.prisma.message.findFirstOrThrow({ where: { participant_id: invite.id } });
  // Three beats of silence, a sweep, and a retry if the lease is still held.
  await expect.poll(async () => (await read()).sent_at, { timeout: 100_000, interval: 250 }).not.toBeNull();
  expect(await read()).toMatchObject({ attempt_count: 2, secret_sealed: null });
  expect(mail.messageIds).toHaveLength(2);
  expect(new Set(mail.messageIds).size).toBe(1);
});

import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { mintInviteFor } from '../../../testing/mint-invite-for.ts';
import { spawnServer } from '../../../testing/spawn-server.ts';
import { startTestServer } from '../../../testing/start-test-server.ts';

const SLOW_MS = 2_000;

/** A mail server that refuses the first messages with these codes, and then is slow to take each. */
const startMailServer = async (refusals: number[]) => {
  const messageIds: string[] = [];
  let accepted = 0;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, _session, reply) => {
      const lines = Buffer.concat(await stream.toArray()).toString('utf8');
      messageIds.push(/^Message-ID: (.*)$/im.exec(lines)![1]!.trim());
      const responseCode = refusals.shift();
      if (responseCode) return reply(Object.assign(new Error('refused'), { responseCode }));
      accepted += 1;
      setTimeout(reply, SLOW_MS);
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    messageIds,
    accepted: () => accepted,
    close: () => new Promise<void>((resolve) => smtp.close(resolve)),
  };
};

test('a message that the mail server refuses for now, twice, and takes slowly at last is sent once, always under one id', async ({
  annotate,
  onTestFinished,
}) => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const mail = await startMailServer([421, 451]);
  onTestFinished(() => mail.close());
  const { databaseUrl } = server;
  const workers = await Promise.all(
    [1, 2].map(() => spawnServer('worker', { databaseUrl, env: { SMTP_URL: mail.url } })),
  );
  onTestFinished(async () => void (await Promise.all(workers.map((worker) => worker.kill()))));
  const { invite } = await mintInviteFor(server);
  const read = () =>
    server.context.database.prisma.message.findFirstOrThrow({ where: { participant_id: invite.id } });
  await expect.poll(async () => (await read()).sent_at, { timeout: 100_000, interval: 250 }).not.toBeNull();
  expect(await read()).toMatchObject({ attempt_count: 3, secret_sealed: null });
  expect([mail.accepted(), mail.messageIds.length, new Set(mail.messageIds).size]).toEqual([1, 3, 1]);
  await annotate(`2 refusals, ${mail.accepted()} message taken`, 'figure');
});

import { describeCauses } from '../../../apps/server/src/platform/describe-causes.ts';
import { createMailer } from '../../../apps/server/src/platform/messages/create-mailer.ts';
import { sendMessage } from '../../../apps/server/src/features/notifications/send-message.job.ts';
import { freshEmail, mintInviteFor } from '../../../apps/server/src/testing/mint-invite-for.ts';
import { runDueJobs } from '../../../apps/server/src/testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../../apps/server/src/testing/start-test-server.ts';
import { expect } from 'vitest';
import type { Context } from '../../../apps/server/src/context.ts';
import { ALL_PEERS, type PeerName } from '../hostile-peer.ts';
import { createSmtpDialect } from '../smtp-dialect.ts';
import { addressOf, faceEach, type Edge, type Faced, type Patience } from './edge.ts';

export const MAIL: Edge = {
  name: 'the mail server',
  speak: createSmtpDialect,
  isSecure: false,
  takes: [],
  open: async ({ deadlineMs }: Patience) => {
    const server = await startTestServer();
    const { clock } = server;
    const failed: string[] = [];
    const queue = async () => {
      const email = freshEmail();
      return { email, send: await queueOne(server, { recipient_email: email }) };
    };
    const honest = await queue();
    const queued = new Map<PeerName, typeof honest>();
    for (const name of ALL_PEERS) queued.set(name, await queue());
    return {
      faceAll: (peers) =>
        faceEach(peers, async (peer, name) => {
          const { email, send } = queued.get(name)!;
          const smtpUrl = addressOf(peer, 'smtp');
          const mailer = createMailer({
            smtpUrl,
            from: 'Field <no-reply@inspect.example>',
            clock,
            ...(deadlineMs ? { timeoutMs: deadlineMs / 3, totalMs: deadlineMs } : {}),
          });
          const faced = await send({ mailer });
          if (faced.outcome === 'failed') failed.push(email);
          return faced;
        }),
      faceHonest: async () => {
        const { email, send } = honest;
        expect((await send({})).outcome).toBe('done');
        expect(server.post.emails.map(({ to }) => to)).toContain(email);
      },
      recover: async () => {
        await runDueJobs(server.context);
        const sent = server.post.emails.map(({ to }) => to);
        for (const email of failed) expect(sent.filter((to) => to === email)).toEqual([email]);
      },
      close: server.close,
    };
  },
};

/** Mints an invite; what is returned runs the job of its only message, its code, as the worker would. */
export const queueOne = async (
  server: TestServer,
  recipient: { recipient_email: string } | { recipient_phone: string },
): Promise<(sender: Partial<Pick<Context, 'mailer' | 'sms'>>) => Promise<Faced>> => {
  const { invite } = await mintInviteFor(server, recipient);
  return (sender) => sendOf(server, invite.id, sender);
};

const sendOf = async (
  server: TestServer,
  inviteId: string,
  sender: Partial<Pick<Context, 'mailer' | 'sms'>>,
): Promise<Faced> => {
  const { prisma } = server.context.database;
  const find = () => prisma.message.findFirstOrThrow({ where: { participant_id: inviteId } });
  const { organisation_id, id } = await find();
  let told = '';
  try {
    await sendMessage.run({ ...server.context, ...sender }, { organisation_id, message_id: id });
  } catch (error) {
    told = `${String(error)} ${JSON.stringify(describeCauses(error))}`;
  }
  const message = await find();
  if (message.sent_at) return { outcome: 'done', told };
  // What it says waits with it, and nobody holds it.
  expect(message).toMatchObject({ secret_sealed: expect.any(String), lease_until: null });
  return { outcome: 'failed', told };
};

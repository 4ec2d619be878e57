import { expect } from 'vitest';
import { describeCauses } from '../../../apps/server/src/platform/describe-causes.ts';
import { createMailer } from '../../../apps/server/src/platform/messages/create-mailer.ts';
import { sendMessage } from '../../../apps/server/src/features/notifications/send-message.job.ts';
import { freshEmail, mintInviteFor } from '../../../apps/server/src/testing/mint-invite-for.ts';
import { runDueJobs } from '../../../apps/server/src/testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../../apps/server/src/testing/start-test-server.ts';
import type { Context } from '../../../apps/server/src/context.ts';
import { ALL_PEERS, type PeerName } from '../hostile-peer.ts';
import { createSmtpDialect } from '../smtp-dialect.ts';
import type { OpenPeer } from '../open-peer.ts';
import { addressOf, faceEach, type Edge, type Faced, type OpenedEdge, type Patience } from './edge.ts';
import { createSmsSender } from '../../../apps/server/src/platform/messages/create-sms-sender.ts';
import { createHttpDialect } from '../http-dialect.ts';

export const MAIL: Edge = {
  name: 'the mail server',
  speak: createSmtpDialect,
  isSecure: false,
  takes: [],
  open: (patience) =>
    openMessages({
      recipientOf: () => ({ recipient_email: freshEmail() }),
      listSent: ({ emails }) => emails,
      senderOf: ({ clock }, peer) => ({ mailer: createMailerOf(clock, peer, patience) }),
    }),
};

const createMailerOf = (clock: TestServer['clock'], peer: OpenPeer, { deadlineMs }: Patience) =>
  createMailer({
    smtpUrl: addressOf(peer, 'smtp'),
    from: 'Field <no-reply@inspect.example>',
    clock,
    ...(deadlineMs ? { timeoutMs: deadlineMs / 3, totalMs: deadlineMs } : {}),
  });

type Recipient = { recipient_email: string } | { recipient_phone: string };
type Sender = Partial<Pick<Context, 'mailer' | 'sms'>>;

const openMessages = async ({
  recipientOf,
  listSent,
  senderOf,
}: {
  recipientOf: () => Recipient;
  listSent: (post: TestServer['post']) => { to: string }[];
  senderOf: (server: TestServer, peer: OpenPeer) => Sender;
}): Promise<OpenedEdge> => {
  const server = await startTestServer();
  const failed: string[] = [];
  const sentTo = () => listSent(server.post).map(({ to }) => to);
  const queue = async () => {
    const recipient = recipientOf();
    return { to: Object.values(recipient)[0]!, send: await queueOne(server, recipient) };
  };
  const honest = await queue();
  const queued = new Map<PeerName, typeof honest>();
  for (const name of ALL_PEERS) queued.set(name, await queue());
  return {
    faceAll: (peers) =>
      faceEach(peers, async (peer, name) => {
        const { to, send } = queued.get(name)!;
        const faced = await send(senderOf(server, peer));
        if (faced.outcome === 'failed') failed.push(to);
        return faced;
      }),
    faceHonest: async () => {
      expect((await honest.send({})).outcome).toBe('done');
      expect(sentTo()).toContain(honest.to);
    },
    recover: async () => {
      await runDueJobs(server.context);
      for (const to of failed) expect(sentTo().filter((each) => each === to)).toEqual([to]);
    },
    close: server.close,
  };
};

/** Mints an invite, whose only message is its code. The returned function runs the message's job as a worker would. */
const queueOne = async (
  server: TestServer,
  recipient: Recipient,
): Promise<(sender: Sender) => Promise<Faced>> => {
  const { invite } = await mintInviteFor(server, recipient);
  return (sender) => sendOf(server, invite.id, sender);
};

const sendOf = async (server: TestServer, inviteId: string, sender: Sender): Promise<Faced> => {
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
  // The message keeps its sealed words for the next try, and no worker holds it.
  expect(message).toMatchObject({ secret_sealed: expect.any(String), lease_until: null });
  return { outcome: 'failed', told };
};

export const TEXTS: Edge = {
  name: 'the SMS gateway',
  speak: (dripMs) => createHttpDialect('application/json', dripMs),
  isSecure: false,
  // The status alone says that the gateway took the message.
  takes: [
    'a head, then silence',
    'a body that drips',
    'a body without end',
    'a gigabyte',
    'a gzip bomb',
    'ends amid the body',
  ],
  open: ({ deadlineMs }) => {
    let numbers = 0;
    return openMessages({
      recipientOf: () => ({ recipient_phone: `+3933312${String(++numbers).padStart(5, '0')}` }),
      listSent: ({ texts }) => texts,
      senderOf: (_, peer) => {
        const smsUrl = `${addressOf(peer)}/send`;
        return { sms: createSmsSender({ smsUrl, ...(deadlineMs ? { timeoutMs: deadlineMs } : {}) }) };
      },
    });
  },
};

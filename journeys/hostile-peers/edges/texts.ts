import { expect } from 'vitest';
import { createSmsSender } from '../../../apps/server/src/platform/messages/create-sms-sender.ts';
import { runDueJobs } from '../../../apps/server/src/testing/run-due-jobs.ts';
import { startTestServer } from '../../../apps/server/src/testing/start-test-server.ts';
import { ALL_PEERS, type PeerName } from '../hostile-peer.ts';
import { createHttpDialect } from '../http-dialect.ts';
import { addressOf, faceEach, type Edge } from './edge.ts';
import { queueOne } from './mail.ts';

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
  open: async ({ deadlineMs }) => {
    const server = await startTestServer();
    const failed: string[] = [];
    let numbers = 0;
    const queue = async () => {
      const phone = `+3933312${String(++numbers).padStart(5, '0')}`;
      return { phone, send: await queueOne(server, { recipient_phone: phone }) };
    };
    const honest = await queue();
    const queued = new Map<PeerName, typeof honest>();
    for (const name of ALL_PEERS) queued.set(name, await queue());
    return {
      faceAll: (peers) =>
        faceEach(peers, async (peer, name) => {
          const { phone, send } = queued.get(name)!;
          const smsUrl = `${addressOf(peer)}/send`;
          const sms = createSmsSender({ smsUrl, ...(deadlineMs ? { timeoutMs: deadlineMs } : {}) });
          const faced = await send({ sms });
          if (faced.outcome === 'failed') failed.push(phone);
          return faced;
        }),
      faceHonest: async () => {
        const { phone, send } = honest;
        expect((await send({})).outcome).toBe('done');
        expect(server.post.texts.map(({ to }) => to)).toContain(phone);
      },
      recover: async () => {
        await runDueJobs(server.context);
        const sent = server.post.texts.map(({ to }) => to);
        for (const phone of failed) expect(sent.filter((to) => to === phone)).toEqual([phone]);
      },
      close: server.close,
    };
  },
};

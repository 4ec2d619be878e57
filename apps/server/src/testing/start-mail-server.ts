import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** The Message-ID stays the same when a mail is sent again. */
export type Mail = { recipient: string; messageId: string };

export const startMailServer = async () => {
  const mails: Mail[] = [];
  let isRefusing = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, session, reply) => {
      const text = Buffer.concat(await stream.toArray()).toString('utf8');
      if (isRefusing) return reply(Object.assign(new Error('try again later'), { responseCode: 451 }));
      const messageId = /^Message-ID: (.*)$/im.exec(text)![1]!.trim();
      mails.push({ recipient: session.envelope.rcptTo[0]!.address, messageId });
      reply();
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    refuse: (refuses: boolean) => {
      isRefusing = refuses;
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
};

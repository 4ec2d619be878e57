import type { SoakWorld } from '../open-soak-world.ts';
import type { Finding } from './finding.ts';

/** Each message that is recorded as sent came, and each mail is of one message, however often it was tried. */
export const checkMails = async ({ context, mail }: SoakWorld): Promise<Finding> => {
  const messages = await context.database.prisma.message.findMany();
  const came = new Set(mail.mails.map(({ messageId }) => messageId));
  const isOf = (id: string) => [...came].some((messageId) => messageId.includes(id));
  const missing = messages.filter(({ sent_at, id }) => sent_at && !isOf(id));
  const stray = [...came].filter((messageId) => !messages.some(({ id }) => messageId.includes(id)));
  return {
    name: 'every message that was sent came, under one id',
    checked: messages.length,
    faults: [
      ...missing.map(({ id }) => `the message ${id} did not come`),
      ...stray.map((messageId) => `nobody knows the mail ${messageId}`),
    ],
  };
};

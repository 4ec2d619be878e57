import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { callerWith, cookiesOf } from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/start-test-server.ts';
import { addMember } from '../../members/add-member.ts';

let count = 0;

/** Steps of a sign-in: add a member, begin in a browser, read the mail, show the code. */
export const openSignInWorld = (read: () => TestServer) => {
  const anybody = (cookie = '') => callerWith(read(), cookie);
  const redeem = (cookie: string, code: string) => anybody(cookie)('POST /sign-in/code', { body: { code } });
  /** Begins a sign-in, and gives the browser's cookie. */
  const begin = async (email: string): Promise<string> =>
    cookiesOf(await anybody()('POST /sign-in', { body: { email } }));
  /** Sends what is due, and gives the code of the newest mail to an address. */
  const readCode = async (email: string): Promise<string> => {
    const { context, post } = read();
    await runDueJobs(context);
    const mail = post.emails.findLast(({ to, text }) => to === email && /\b\d{6}\b/.test(text));
    return /\b\d{6}\b/.exec(mail!.text)![0];
  };
  return {
    anybody,
    redeem,
    begin,
    readCode,
    freshEmail: () => `signer-${++count}@example.com`,
    add: (email: string, organisationId = read().seed.organisationId) =>
      addMember(read().context, {
        organisationId,
        email,
        name: 'Ada Rossi',
        role: 'inspector',
        locale: 'en',
      }),
    signIn: async (email: string) => {
      const cookie = await begin(email);
      const reply = await redeem(cookie, await readCode(email));
      return { reply, call: anybody(cookiesOf(reply)) };
    },
    /** The entries of the organisations' chains that are about a member. */
    entriesOf: async (memberId: string) => {
      const rows = await read().context.database.prisma.orgEntry.findMany({ orderBy: { sequence: 'asc' } });
      return rows
        .map(({ kind, payload }) => ({ kind, ...(payload as Record<string, unknown>) }))
        .filter((entry: Record<string, unknown>) => [entry['member_id'], entry['member']].includes(memberId));
    },
  };
};

import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { outcomeOf, type ApiReply } from '../../testing/call-api.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { cookiesOf } from '../../testing/sign-in.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { openSignInWorld } from './testing/open-sign-in-world.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => void server.post.emails.splice(0));

const { add, anybody, begin, entriesOf, freshEmail, readCode, redeem, signIn } = openSignInWorld(
  () => server,
);
const other = (code: string) => (code === '000000' ? '000001' : '000000');

describe('a sign-in by code', () => {
  it('leads from an address to a session, in the browser that began, once', async () => {
    const email = freshEmail();
    const member = await add(email);
    const cookie = await begin(email.toUpperCase());
    const code = await readCode(email);
    const reply = await redeem(cookie, code);
    expect(reply.body).toMatchObject({ signed_in: true, organisations: [{ name: 'Acme Inspections' }] });
    expect((await anybody(cookiesOf(reply))('GET /me')).body).toMatchObject({
      organisation: server.seed.organisationId,
      member: member.id,
      email,
      role: 'inspector',
      session: { way: 'code', is_current: true },
    });
    expect(outcomeOf(await redeem(cookie, code))).toBe('401 otp_expired');
    expect(await entriesOf(member.id)).toMatchObject([
      { kind: 'member.added' },
      { kind: 'member.signed_in', way: 'code', wrong_codes: 0 },
    ]);
  });

  it('sets a cookie that no script reads and no other host sets, and takes away that of the sign-in', async () => {
    const email = freshEmail();
    await add(email);
    const { reply } = await signIn(email);
    const [session, ended] = reply.headers.getSetCookie();
    expect(session).toMatch(
      /^__Host-fis_session=fms_\w{38}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(ended).toMatch(/^__Host-fis_sign_in=; Path=\/; Max-Age=0; /);
  });

  it('is taken once of twenty calls at the same time', async () => {
    const email = freshEmail();
    const member = await add(email);
    const cookie = await begin(email);
    const code = await readCode(email);
    const replies = await Promise.all(Array.from({ length: 20 }, () => redeem(cookie, code)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const sessions = await server.context.database.prisma.credential.count({
      where: { member_id: member.id },
    });
    expect(sessions).toBe(1);
  });

  it('judges five codes of any number at once, and then none, not even the right one', async () => {
    const email = freshEmail();
    const member = await add(email);
    const cookie = await begin(email);
    const code = await readCode(email);
    const wrong = await Promise.all(Array.from({ length: 20 }, () => redeem(cookie, other(code))));
    expect(wrong.map(outcomeOf).filter((outcome) => outcome === '401 otp_invalid')).toHaveLength(4);
    expect(wrong.map(outcomeOf).filter((outcome) => outcome === '423 otp_locked')).toHaveLength(16);
    expect(outcomeOf(await redeem(cookie, code))).toBe('423 otp_locked');
    await runDueJobs(server.context);
    expect((await entriesOf(member.id)).at(-1)).toMatchObject({
      kind: 'member.sign_in_refused',
      way: 'code',
      wrong_codes: 5,
    });
  });

  it('tells how many wrong codes came before the right one', async () => {
    const email = freshEmail();
    const member = await add(email);
    const cookie = await begin(email);
    const code = await readCode(email);
    expect((await redeem(cookie, other(code))).body).toMatchObject({ attempts_remaining: 4 });
    expect((await redeem(cookie, code)).status).toBe(200);
    expect((await entriesOf(member.id)).at(-1)).toMatchObject({ kind: 'member.signed_in', wrong_codes: 1 });
  });

  it('belongs to the browser that began: who only knows the code gets nowhere', async () => {
    const email = freshEmail();
    await add(email);
    await begin(email);
    const code = await readCode(email);
    expect(outcomeOf(await redeem('', code))).toBe('401 otp_expired');
    const others = await begin(freshEmail());
    expect(outcomeOf(await redeem(others, code))).toBe('401 otp_invalid');
  });

  it('ends after 10 minutes', async () => {
    const email = freshEmail();
    await add(email);
    const cookie = await begin(email);
    const code = await readCode(email);
    await server.context.database.prisma.signInAttempt.updateMany({
      where: { address: email },
      data: { expires_at: server.clock.now() },
    });
    expect(outcomeOf(await redeem(cookie, code))).toBe('401 otp_expired');
  });

  it('sends one address at most 10 codes an hour, and answers the eleventh as the others', async () => {
    const email = freshEmail();
    await add(email);
    for (let turn = 0; turn < 12; turn++) await begin(email);
    await runDueJobs(server.context);
    expect(server.post.emails.filter(({ to }) => to === email)).toHaveLength(10);
  });
});

describe('an address that nobody has', () => {
  /** Every statement that the connections of this process send meanwhile, without its values. */
  const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    await work();
    const sent = query.mock.calls.map(([statement]) =>
      typeof statement === 'string' ? statement : (statement as { text: string }).text,
    );
    query.mockRestore();
    return sent.map((text) => text.replaceAll(/\$\d+|\s+/g, ' '));
  };

  it('gets the same words by the same statements as a known one, for its codes, too', async () => {
    const known = freshEmail();
    await add(known);
    const ask = async (email: string) => {
      const replies: ApiReply[] = [];
      const begun = await statementsOf(async () => {
        replies.push(await anybody()('POST /sign-in', { body: { email } }));
      });
      await runDueJobs(server.context);
      const tried = await statementsOf(async () => {
        replies.push(await redeem(cookiesOf(replies[0]!), 'no code'));
      });
      return {
        begun,
        tried,
        said: replies.map(({ status, body: { request_id: _, ...body } }) => ({ status, body })),
      };
    };
    await ask(freshEmail());
    const [unknown, found] = [await ask(freshEmail()), await ask(known)];
    expect(unknown.said).toEqual(found.said);
    expect(unknown.begun).toEqual(found.begun);
    expect(unknown.tried).toEqual(found.tried);
    expect(found.begun.length).toBeGreaterThan(2);
  });

  it.each(['disabled', 'invited'])(
    'is also that of a member who is %s: no mail goes there',
    async (status) => {
      const email = freshEmail();
      const { id } = await add(email);
      await server.context.database.prisma.member.updateMany({ where: { id }, data: { status } });
      await begin(email);
      await runDueJobs(server.context);
      expect(server.post.emails).toEqual([]);
    },
  );

  it('gets no session, whatever code is guessed', async () => {
    const cookie = await begin(freshEmail());
    await runDueJobs(server.context);
    for (const outcome of [...Array(4).fill('401 otp_invalid'), '423 otp_locked'])
      expect(outcomeOf(await redeem(cookie, '123456'))).toBe(outcome);
  });
});

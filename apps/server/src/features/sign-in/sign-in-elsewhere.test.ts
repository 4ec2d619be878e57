import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomeOf } from '../../testing/call-api.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { cookiesOf, FROM_OWN_PAGE, signInAs } from '../../testing/sign-in.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { makeSignInLink } from './sign-in-link.ts';
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

describe('a member of several organisations', () => {
  it('chooses one after the right code, and the session reaches nothing of the other', async () => {
    const email = freshEmail();
    const abroad = await seedOrganisation(server.context);
    await add(email);
    const there = await add(email, abroad.organisationId);
    const { reply } = await signIn(email);
    expect(reply.body).toMatchObject({ signed_in: false });
    expect(reply.body['organisations']).toHaveLength(2);
    expect(cookiesOf(reply)).toBe('');
    const cookie = await begin(email);
    await redeem(cookie, await readCode(email));
    const choose = (organisation: string) =>
      anybody(cookie)('POST /sign-in/organisation', { body: { organisation } });
    const foreign = await seedOrganisation(server.context);
    expect(outcomeOf(await choose(foreign.organisationId))).toBe('404 not_found');
    const chosen = await choose(abroad.organisationId);
    expect(chosen.status).toBe(204);
    const call = anybody(cookiesOf(chosen));
    expect((await call('GET /me')).body).toMatchObject({ member: there.id });
    const own = await server.client.sessions.create({});
    expect((await call(`GET /sessions/${own.id}/evidence`)).status).toBe(404);
    expect((await call('GET /org')).body.id).toBe(abroad.organisationId);
    expect(outcomeOf(await choose(server.seed.organisationId))).toBe('401 otp_expired');
  });

  it('chooses nothing before the right code', async () => {
    const email = freshEmail();
    await add(email);
    const cookie = await begin(email);
    await readCode(email);
    const body = { organisation: server.seed.organisationId };
    expect(outcomeOf(await anybody(cookie)('POST /sign-in/organisation', { body }))).toBe('401 otp_expired');
  });
});

describe('a link to sign in', () => {
  const make = async (memberId: string) => {
    const made = await makeSignInLink(server.context, {
      organisationId: server.seed.organisationId,
      memberId,
    });
    return new URL(made!.url).hash.slice(1);
  };
  const use = (token: string) => anybody()('POST /sign-in/link', { body: { token } });

  it('signs in once, of ten calls at the same time', async () => {
    const { id } = await add(freshEmail());
    const token = await make(id);
    const replies = await Promise.all(Array.from({ length: 10 }, () => use(token)));
    expect(replies.map(({ status }) => status).sort()).toEqual([204, ...Array<number>(9).fill(410)]);
    const signedIn = replies.find(({ status }) => status === 204)!;
    expect((await anybody(cookiesOf(signedIn))('GET /me')).body).toMatchObject({
      member: id,
      session: { way: 'link' },
    });
    expect((await entriesOf(id)).map(({ kind }) => kind)).toEqual([
      'member.added',
      'member.sign_in_link_made',
      'member.signed_in',
    ]);
  });

  it('is dead after an hour, and for a member who was disabled', async () => {
    const [late, gone] = [await add(freshEmail()), await add(freshEmail())];
    const tokens = [await make(late.id), await make(gone.id)];
    const { prisma } = server.context.database;
    const past = { expires_at: server.clock.now() };
    await prisma.signInAttempt.updateMany({ where: { member_id: late.id }, data: past });
    await prisma.member.updateMany({ where: { id: gone.id }, data: { status: 'disabled' } });
    for (const token of tokens) expect(outcomeOf(await use(token))).toBe('410 link_expired');
  });
});

describe('what a person hears', () => {
  it('is a mail about a device that was not known, and none about one that was', async () => {
    const email = freshEmail();
    await add(email);
    await signIn(email);
    await runDueJobs(server.context);
    const told = () =>
      server.post.emails.filter(({ to, text }) => to === email && text.includes('Firefox, Linux'));
    expect(told()).toMatchObject([{ subject: 'New sign-in with your account (Acme Inspections)' }]);
    await signIn(email);
    await runDueJobs(server.context);
    expect(told()).toHaveLength(1);
  });
});

describe('a page of another origin', () => {
  it.each([
    ['a sibling domain', { 'sec-fetch-site': 'same-site' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['an address that was typed', { 'sec-fetch-site': 'none' }],
  ])('signs nobody in, neither by code nor by link: %s', async (_, headers) => {
    for (const [route, body] of [
      ['POST /sign-in', { email: 'ada@example.com' }],
      ['POST /sign-in/code', { code: '123456' }],
      ['POST /sign-in/link', { token: 'A'.repeat(43) }],
      ['POST /sign-in/organisation', { organisation: server.seed.organisationId }],
    ] as const) {
      const reply = await anybody()(route, { body, headers: { ...FROM_OWN_PAGE, ...headers } });
      expect(outcomeOf(reply)).toBe('403 foreign_origin');
      expect(reply.headers.getSetCookie()).toEqual([]);
    }
  });
});

it('a session of one member is none of the sessions of another', async () => {
  const [ada, eve] = [await signInAs(server, 'inspector'), await signInAs(server, 'inspector')];
  const { data } = (await ada.call('GET /me/sessions')).body as unknown as { data: { id: string }[] };
  expect(data).toHaveLength(1);
  expect(outcomeOf(await eve.call(`DELETE /me/sessions/${data[0]!.id}`))).toBe('404 not_found');
  expect((await ada.call('GET /me')).status).toBe(200);
});

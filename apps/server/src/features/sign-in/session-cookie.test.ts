import { SCOPES } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { createCredential } from '../../testing/create-credential.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { callerWith, cookiesOf, signInAs, type SignedIn } from '../../testing/sign-in.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const prisma = () => server.context.database.prisma;
const tokenOf = ({ cookie }: SignedIn): string => cookie.split('=')[1]!;

describe('the cookie of a session', () => {
  it('is refused beside a key, also a wrong one: one of them says who calls', async () => {
    const { call } = await signInAs(server, 'inspector');
    for (const authorization of [`Bearer ${server.seed.apiKey}`, 'Bearer x', 'Basic eDp5']) {
      const reply = await call('GET /me', { headers: { authorization } });
      expect(outcomeOf(reply)).toBe('400 validation_error');
      expect(reply.body.errors).toMatchObject([{ path: 'header.authorization' }]);
    }
  });

  it('bears a token that is worth nothing in the header Authorization, and no key stands in for it', async () => {
    const ada = await signInAs(server, 'inspector');
    const asKey = await callApi(server, 'GET /me', { apiKey: tokenOf(ada), root: '/v1' });
    expect(outcomeOf(asKey)).toBe('401 unauthenticated');
    const asCookie = callerWith(server, `__Host-fis_session=${server.seed.apiKey}`);
    expect(outcomeOf(await asCookie('GET /me'))).toBe('401 unauthenticated');
    expect(outcomeOf(await callerWith(server, `fis_session=${tokenOf(ada)}`)('GET /me'))).toBe(
      '401 unauthenticated',
    );
  });

  it('counts as none when there are two', async () => {
    const [ada, eve] = [await signInAs(server, 'inspector'), await signInAs(server, 'inspector')];
    const both = callerWith(server, `${ada.cookie}; ${eve.cookie}`);
    expect(outcomeOf(await both('GET /me'))).toBe('401 unauthenticated');
  });

  it('says that the session has ended, not that a key is wrong', async () => {
    const reply = await callerWith(server, '__Host-fis_session=x')('GET /me');
    expect(reply.body.detail).toBe('The session of this cookie has ended. Sign in again.');
  });

  it('does not get in the way of a field person in the same browser', async () => {
    const { cookie } = await signInAs(server, 'inspector');
    const reply = await callApi(server, 'GET /field/session', {
      apiKey: 'A'.repeat(43),
      root: '/v1',
      headers: { cookie },
    });
    expect(reply.body.detail).toContain('field_session_token');
  });
});

describe('a change in the name of who has signed in', () => {
  const NO_PAGE = { 'sec-fetch-site': '', origin: '' };
  const send = (ada: SignedIn, given: Record<string, string>, method = 'POST') => {
    const headers = Object.fromEntries(
      Object.entries({ ...NO_PAGE, ...given }).filter(([, value]) => value !== ''),
    );
    return fetch(`${server.baseUrl}/api/v1/public/sessions`, {
      method,
      headers: { cookie: ada.cookie, 'content-type': 'application/json', ...headers },
      ...(method === 'GET' ? {} : { body: '{}' }),
    });
  };

  it.each([
    ['of the service itself', { 'sec-fetch-site': 'same-origin' }, 201],
    ['of the service itself, told by Origin', { origin: 'own' }, 201],
    ['of another host of the same site', { 'sec-fetch-site': 'same-site' }, 403],
    ['of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    [
      'of another site that claims to be ours by Origin',
      { 'sec-fetch-site': 'cross-site', origin: 'own' },
      403,
    ],
    ['of another origin', { origin: 'https://evil.example' }, 403],
    ['of our host over another scheme', { origin: 'otherScheme' }, 403],
    ['without an origin', { origin: 'null' }, 403],
    ['that says neither', {}, 403],
  ])('comes from a page %s: %o', async (_, given: Record<string, string>, status) => {
    const ada = await signInAs(server, 'inspector');
    const origins: Record<string, string> = {
      own: server.baseUrl,
      otherScheme: server.baseUrl.replace('http:', 'https:'),
    };
    const headers = given['origin']
      ? { ...given, origin: origins[given['origin']] ?? given['origin'] }
      : given;
    const reply = await send(ada, headers);
    expect(reply.status).toBe(status);
    if (status === 403) expect(await reply.json()).toMatchObject({ code: 'foreign_origin' });
  });

  it('is no way round by a method in a header: a GET stays one', async () => {
    const ada = await signInAs(server, 'inspector');
    const before = await prisma().session.count();
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override'])
      expect((await send(ada, { 'sec-fetch-site': 'cross-site', [name]: 'POST' }, 'GET')).status).toBe(200);
    expect(await prisma().session.count()).toBe(before);
  });

  it('is a key’s without any of this', async () => {
    expect(
      (await callApi(server, 'POST /sessions', { headers: { 'sec-fetch-site': 'cross-site' } })).status,
    ).toBe(201);
  });
});

describe('a step-up', () => {
  const age = (memberId: string) =>
    prisma().credential.updateMany({
      where: { member_id: memberId },
      data: { stepped_up_at: new Date(server.clock.now().getTime() - 601_000) },
    });
  const readCode = async (email: string): Promise<string> => {
    await runDueJobs(server.context);
    const mail = server.post.emails.findLast(({ to, text }) => to === email && /\b\d{6}\b/.test(text));
    return /\b\d{6}\b/.exec(mail!.text)![0];
  };
  const makeKey = (call: SignedIn['call']) =>
    call('POST /org/credentials', { body: { name: 'key', scopes: ['sessions:read'] } });

  it('is asked for after 10 minutes, by what leads on, and gives another cookie: the one before is dead', async () => {
    const { call, memberId, email, cookie } = await signInAs(server, 'org_admin');
    expect((await makeKey(call)).status).toBe(201);
    await age(memberId);
    const asked = await makeKey(call);
    expect(outcomeOf(asked)).toBe('403 step_up_required');
    expect(asked.body.detail).toContain('POST /v1/me/step-up/code');
    expect((await call('POST /me/step-up/code')).status).toBe(204);
    const code = await readCode(email);
    expect((await call('POST /me/step-up', { body: { code: 'no' } })).body).toMatchObject({
      attempts_remaining: 4,
    });
    const done = await call('POST /me/step-up', { body: { code } });
    expect(done.status).toBe(204);
    expect(cookiesOf(done)).not.toBe(cookie);
    expect(outcomeOf(await call('GET /me'))).toBe('401 unauthenticated');
    const anew = callerWith(server, cookiesOf(done));
    expect((await makeKey(anew)).status).toBe(201);
    const told = await prisma().orgEntry.findMany({ where: { kind: { startsWith: 'member.step' } } });
    expect(told.map(({ kind }) => kind)).toEqual(['member.step_up_refused', 'member.stepped_up']);
    expect(told.at(-1)!.payload).toMatchObject({ member_id: memberId, way: 'code' });
  });

  it('takes a code once, and five wrong ones end it, however many codes are asked for', async () => {
    const { call, email, memberId } = await signInAs(server, 'org_admin');
    await call('POST /me/step-up/code');
    const first = await readCode(email);
    await call('POST /me/step-up/code');
    const code = await readCode(email);
    if (first !== code) expect((await call('POST /me/step-up', { body: { code: first } })).status).toBe(401);
    for (let turn = 0; turn < 4; turn++) await call('POST /me/step-up', { body: { code: 'no' } });
    expect(outcomeOf(await call('POST /me/step-up', { body: { code } }))).toBe('423 otp_locked');
    expect(outcomeOf(await call('POST /me/step-up/code'))).toBe('423 otp_locked');
    expect(await prisma().credential.count({ where: { member_id: memberId, revoked_at: null } })).toBe(1);
  });

  it('is not asked of a key', async () => {
    const { api_key } = await createCredential(server.context, {
      organisationId: server.seed.organisationId,
      name: 'key',
      scopes: [...SCOPES],
      operatorEmail: 'operator@example.com',
    });
    expect(
      (await server.clientOf(api_key).credentials.create({ name: 'x', scopes: ['org:read'] })).id,
    ).toBeTruthy();
  });
});

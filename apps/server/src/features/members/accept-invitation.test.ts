import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi } from '../../testing/call-api.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { callerWith, cookiesOf, FROM_OWN_PAGE } from '../../testing/sign-in.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

let people = 0;

const invite = async (headers: Record<string, string>) => {
  const email = `invited${++people}@example.com`;
  const { id } = await server.client.members.create({ email, name: 'Ada Rossi', role: 'inspector' });
  await runDueJobs(server.context);
  const mail = server.post.emails.findLast(({ to }) => to === email)!;
  const body = { token: /invitations#([\w-]{43})/.exec(mail.text)![1]!, email };
  return {
    id,
    accept: () =>
      callApi(server, 'POST /org/invitations/accept', { root: '/v1', apiKey: null, body, headers }),
    countSessions: () =>
      server.context.database.prisma.credential.count({ where: { member_id: id, kind: 'session' } }),
  };
};

describe('an invitation', () => {
  it('that is accepted on the page of the service signs in, once: a repeated call gets the reply without a cookie', async () => {
    const { id, accept, countSessions } = await invite({
      ...FROM_OWN_PAGE,
      'idempotency-key': 'accept-once',
    });
    const reply = await accept();
    expect(reply.status).toBe(200);
    expect(reply.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-fis_session=fms_/)]);
    const me = await callerWith(server, cookiesOf(reply))('GET /me');
    expect(me.body).toMatchObject({ member: id, session: { way: 'link', is_current: true } });
    const again = await accept();
    expect([again.status, again.body, again.headers.getSetCookie()]).toEqual([200, reply.body, []]);
    expect(await countSessions()).toBe(1);
    const entries = (await server.client.org.listAudit()).data.filter(({ payload }) =>
      [payload.member, payload.member_id].includes(id),
    );
    expect(entries.map(({ kind }) => kind)).toEqual(['member.signed_in', 'member.joined', 'member.invited']);
  });

  it.each([
    ['a program', {}],
    ['a page of a neighbouring host', { 'sec-fetch-site': 'same-site' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of another origin in an older browser', { origin: 'https://evil.example' }],
  ])('that is accepted by %s makes a member, and signs nobody in', async (_, headers) => {
    const { accept, countSessions } = await invite(headers);
    const reply = await accept();
    expect([reply.status, reply.headers.getSetCookie()]).toEqual([200, []]);
    expect(await countSessions()).toBe(0);
  });
});

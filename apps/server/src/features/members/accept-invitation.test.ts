import { afterAll, beforeAll, expect, it } from 'vitest';
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
const invite = async () => {
  const email = `invited${people++}@example.com`;
  const { id } = await server.client.members.create({ email, name: 'Ada Rossi', role: 'inspector' });
  await runDueJobs(server.context);
  const mail = server.post.emails.findLast(({ to }) => to === email);
  return { id, email, token: /invitations#([\w-]{43})/.exec(mail!.text)![1]! };
};

it('an invitation signs in who accepts it on the page of the service, once, and nobody whom a program or another page sends', async () => {
  const acceptFrom = async (headers: Record<string, string>) => {
    const { id, ...body } = await invite();
    const call = () =>
      callApi(server, 'POST /org/invitations/accept', { root: '/v1', apiKey: null, body, headers });
    return { id, call, reply: await call() };
  };
  const own = await acceptFrom({ ...FROM_OWN_PAGE, 'idempotency-key': 'accept-once' });
  expect(own.reply.status).toBe(200);
  expect(own.reply.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-fis_session=fms_/)]);
  const me = await callerWith(server, cookiesOf(own.reply))('GET /me');
  expect(me.body).toMatchObject({ member: own.id, session: { way: 'link', is_current: true } });
  // The kept reply is no second way to a session.
  const again = await own.call();
  expect([again.status, again.headers.getSetCookie()]).toEqual([200, []]);
  const sessions = (memberId: string) =>
    server.context.database.prisma.credential.count({ where: { member_id: memberId, kind: 'session' } });
  expect(await sessions(own.id)).toBe(1);
  for (const headers of [
    {},
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ] as const) {
    const other = await acceptFrom(headers);
    expect([other.reply.status, other.reply.headers.getSetCookie()]).toEqual([200, []]);
    expect(await sessions(other.id)).toBe(0);
  }
});

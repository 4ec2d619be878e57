import { joinSession } from '@field-inspection/server/testing/join-session';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

const KIB = 1024;

/** Many times the cost of a body of a megabyte, and a fraction of the cost of a quadratic walk. */
const GUARD_MS = 500;

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await joinSession(server));
});
afterAll(() => server.close());

/** Nested lists, with a forbidden key at the bottom. */
const nest = (bytes: number): string => {
  const depth = Math.floor((bytes - 20) / 2);
  return `${'['.repeat(depth)}{"__proto__":1}${']'.repeat(depth)}`;
};

/** The least of several tries counts: other work of this process only adds time. */
const spendMs = async (send: () => Promise<unknown>): Promise<number> => {
  const tries: number[] = [];
  for (let count = 0; count < 3; count++) {
    const begun = process.cpuUsage();
    await send();
    const { user, system } = process.cpuUsage(begun);
    tries.push((user + system) / 1000);
  }
  return Math.min(...tries);
};

test.each([
  ['/v1/keys/revoke', 256 * KIB, false],
  ['/v1/org/invitations/accept', 256 * KIB, false],
  ['/v1/field/whiteboards', 1024 * KIB, true],
])(
  'one unauthenticated request of any depth costs no more than its length, nor does one with a field token: %s',
  async (path, bytes, hasToken) => {
    const post = (body: string) =>
      fetch(`${server.baseUrl}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(hasToken ? { authorization: `Bearer ${token}` } : {}),
        },
        body,
      });
    const reply = await post(nest(bytes));
    const said = { code: 'too_deep', message: 'is nested too deep: send it with at most 64 levels' };
    expect([reply.status, await reply.json()]).toMatchObject([400, { errors: [said] }]);
    for (const body of [nest(bytes), '['.repeat(bytes), '{"a":'.repeat(bytes / 5)])
      expect(await spendMs(() => post(body).then((answer) => answer.text()))).toBeLessThan(GUARD_MS);
  },
);

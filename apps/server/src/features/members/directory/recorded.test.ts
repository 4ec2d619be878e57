import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { openDirectory } from './testing/open-directory.ts';
import { ENTRA, type Step } from './testing/recorded-entra.ts';
import { GOOGLE, OKTA, ONELOGIN } from './testing/recorded-others.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it.each<[string, Step[], Record<string, string>]>([
  ['Microsoft Entra ID', ENTRA, {}],
  ['Okta', OKTA, {}],
  ['Google Workspace', GOOGLE, { 'content-type': 'application/json; charset=utf-8' }],
  ['OneLogin', ONELOGIN, { 'content-type': 'application/json' }],
])('%s gets on with the service in its own dialect', async (_name, steps, headers) => {
  const directory = await openDirectory(server, { roles: [{ group: 'Roofs', role: 'inspector' }] });
  const kept: Record<string, string> = {};
  const fill = (text: string) => text.replace(/\{(user|group)\}/g, (_, name: string) => kept[name]!);
  let member = '';
  for (const { send, body, status, keep, reply, member: expected } of steps) {
    const sent = body && (JSON.parse(fill(JSON.stringify(body))) as object);
    const [method = '', ...path] = fill(send).split(' ');
    const answer = await directory.call(
      `${method} ${encodeURI(decodeURI(path.join(' ')))}`,
      sent,
      sent ? headers : {},
    );
    expect([send, answer.status, answer.body]).toEqual([
      send,
      status,
      reply ? expect.objectContaining(reply) : answer.body,
    ]);
    if (keep) kept[keep] = answer.body.id as string;
    if (!expected) continue;
    const user = await server.context.database.prisma.directoryUser.findFirst({
      where: { id: kept['user']! },
    });
    member = user?.member_id ?? member;
    const found = await directory.client.members.get(member);
    expect({ step: send, ...found }).toMatchObject({ step: send, ...expected });
  }
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const ask = async (method: string, path: string, given: { ifMatch?: string; body?: object } = {}) => {
  const response = await fetch(`${server.baseUrl}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${server.seed.apiKey}`,
      'content-type': 'application/json',
      ...(given.ifMatch === undefined ? {} : { 'if-match': given.ifMatch }),
    },
    ...(given.body && { body: JSON.stringify(given.body) }),
  });
  const text = await response.text();
  const { code } = JSON.parse(text || '{}') as { code?: string };
  return { status: response.status, text, code };
};

it('a change of what has no ETag is not made under an If-Match that names one', async () => {
  const person = { email: 'ada@example.com', name: 'Ada', role: 'auditor' } as const;
  const { id } = await server.client.members.create(person);
  const calls: [string, string, string, object?][] = [
    ['PATCH', '/org', '/org', { name: 'Other' }],
    ['PATCH', '/org/messages', '/org/messages', { kind: 'invite', locale: 'en', subject: 'Other' }],
    ['PATCH', `/org/members/${id}`, `/org/members/${id}`, { name: 'Other' }],
    ['DELETE', `/org/members/${id}`, `/org/members/${id}`],
  ];
  for (const [method, path, shown, body] of calls) {
    const before = (await ask('GET', shown)).text;
    for (const ifMatch of ['"99999"', '"0", "1"', 'three']) {
      const refused = await ask(method, path, { ifMatch, ...(body && { body }) });
      expect([method, path, refused.status, refused.code]).toEqual([
        method,
        path,
        412,
        'precondition_failed',
      ]);
    }
    expect((await ask('GET', shown)).text).toBe(before);
    const made = await ask(method, path, { ifMatch: '*', ...(body && { body }) });
    expect([method, path, made.status]).toEqual([method, path, method === 'DELETE' ? 204 : 200]);
  }
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('a reply without a tag is never answered with 304, whatever If-None-Match says', async () => {
  const { id } = await server.client.sessions.create({ notes: 'Roof' });
  for (const tag of ['*', '"x"', 'W/"x", *']) {
    for (const path of ['', `/${id}`]) {
      const reply = await fetch(`${server.baseUrl}/api/v1/public/sessions${path}`, {
        headers: { authorization: `Bearer ${server.seed.apiKey}`, 'if-none-match': tag },
      });
      expect([tag, path, reply.status]).toEqual([tag, path, 200]);
      expect(await reply.json()).toMatchObject(path ? { id } : { data: [{ id }] });
    }
  }
});

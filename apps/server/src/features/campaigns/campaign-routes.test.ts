import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const post = (body?: unknown) => callApi(server, 'POST /campaigns', { body });

describe('POST /campaigns', () => {
  it('201: keeps name and description, and gives the same to whoever reads it', async () => {
    const { status, body } = await post({ name: 'Dächer 2026 🏠', description: 'All roofs of the north' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String) as string,
      name: 'Dächer 2026 🏠',
      description: 'All roofs of the north',
      created_at: server.clock.now().toISOString(),
    });
    expect(await server.client.campaigns.get(body.id)).toEqual(body);
  });

  it('201: makes two of the same name, since a name is no key', async () => {
    const [first, second] = [await post({ name: 'Roofs' }), await post({ name: 'Roofs' })];
    expect(first.body.id).not.toBe(second.body.id);
    expect(first.body.description).toBe('');
  });

  it.each([
    ['no body', undefined, 'body'],
    ['no name', {}, 'body.name'],
    ['an empty name', { name: '' }, 'body.name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'body.name'],
    ['a description of 2 001 characters', { name: 'x', description: 'x'.repeat(2_001) }, 'body.description'],
    ['an unknown field', { name: 'x', owner: 'me' }, 'body.owner'],
  ])('400: refuses %s by name', async (_, body, path) => {
    const reply = await post(body);
    expect(outcomeOf(reply)).toBe('400 validation_error');
    expect(reply.body.errors.map((part) => part.path)).toEqual([path]);
  });
});

describe('GET /campaigns', () => {
  it("200: gives the organisation's campaigns page by page, newest first, and nobody else's", async () => {
    const [mine, theirs] = [await seedOrganisation(server.context), await seedOrganisation(server.context)];
    const client = server.clientOf(mine.apiKey);
    await server.clientOf(theirs.apiKey).campaigns.create({ name: 'theirs' });
    for (const name of ['first', 'second', 'third']) {
      server.clock.advance(1);
      await client.campaigns.create({ name });
    }
    const names: string[] = [];
    for await (const { name } of client.campaigns.list({ limit: 2 })) names.push(name);
    expect(names).toEqual(['third', 'second', 'first']);
  });
});

describe('GET /campaigns/{campaign_id}', () => {
  it("404: answers another organisation's like one that is missing", async () => {
    const other = await seedOrganisation(server.context);
    const { id } = await server.clientOf(other.apiKey).campaigns.create({ name: 'theirs' });
    for (const path of [id, '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01', 'roofs']) {
      expect(outcomeOf(await callApi(server, `GET /campaigns/${path}`))).toBe('404 not_found');
    }
  });
});

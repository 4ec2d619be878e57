import { seedOrganisation } from '@field-inspection/server/testing/seed-organisation';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('paging', () => {
  it('gives each of 1 000 sessions once while others are created', async () => {
    const expected = await insertSessions(1_000);
    const seen: string[] = [];
    for await (const session of server.client.sessions.list({ limit: 37 })) {
      seen.push(session.id);
      if (seen.length % 50 === 0) await server.client.sessions.create({ notes: 'arrived while paging' });
    }
    const counted = new Map<string, number>();
    for (const id of seen) counted.set(id, (counted.get(id) ?? 0) + 1);
    expect(expected.filter((id) => counted.get(id) !== 1)).toEqual([]);
    expect(seen).toHaveLength(1_000);
  });

  it('refuses a cursor with any one bit flipped, and one of other filters or another organisation', async () => {
    const page = await server.client.sessions.list({ limit: 2 });
    const cursor = page.nextCursor!;
    const bytes = Buffer.from(cursor, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      expect(await codeOf(`limit=2&cursor=${flipped.toString('base64url')}`)).toBe('400 invalid_cursor');
    }
    expect(await codeOf(`limit=2&status=open&cursor=${cursor}`)).toBe('400 invalid_cursor');
    const { apiKey } = await seedOrganisation(server.context);
    expect(await codeOf(`limit=2&cursor=${cursor}`, apiKey)).toBe('400 invalid_cursor');
    expect(await codeOf(`limit=2&cursor=${cursor}`)).toBe('200');
  });
});

const codeOf = async (query: string, apiKey = server.seed.apiKey): Promise<string> => {
  const response = await fetch(`${server.baseUrl}/api/v1/public/sessions?${query}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const body = (await response.json()) as { code?: string };
  return [response.status, body.code].filter(Boolean).join(' ');
};

/** Many sessions share a microsecond, so that ties are covered. */
const insertSessions = async (count: number): Promise<string[]> => {
  const rows = await server.context.database.prisma.$queryRaw<{ id: string }[]>`
    insert into sessions
      (organisation_id, id, status, operator_email, notes, locale, created_at, updated_at)
    select ${server.seed.organisationId}::uuid, uuid_v7(), 'created', 'operator@example.com', '', 'en',
      now() - interval '1 hour' + (n / 7) * interval '1 microsecond', now()
    from generate_series(1, ${count}::int) n
    returning id
  `;
  return rows.map(({ id }) => id);
};

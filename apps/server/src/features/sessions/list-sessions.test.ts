import type { Session } from '@field-inspection/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
let campaignId: string;
/** The sessions are a second apart, oldest first: every third in the campaign, the last two closed. */
let sessions: Session[];

beforeAll(async () => {
  server = await startTestServer();
  campaignId = (await server.client.campaigns.create({ name: 'Roofs 2026' })).id;
  sessions = [];
  for (let index = 0; index < 10; index++) {
    server.clock.advance(1_000);
    sessions.push(await server.client.sessions.create({ campaign: index % 3 === 0 ? campaignId : null }));
  }
  for (const { id } of sessions.slice(8)) await server.client.sessions.end(id);
  const other = await seedOrganisation(server.context);
  await server.clientOf(other.apiKey).sessions.create({ notes: 'of another organisation' });
});
afterAll(() => server.close());

const list = (query: string) => callApi(server, `GET /sessions?${query}`);
const positionsOf = (data: unknown) =>
  (data as Session[]).map(({ id }) => sessions.findIndex((session) => session.id === id));

describe('GET /sessions', () => {
  describe('200', () => {
    it("gives the organisation's sessions, newest first, and nobody else's", async () => {
      const { body } = await list('');
      expect(positionsOf(body.data)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
      expect(body).toMatchObject({ has_more: false, next_cursor: null });
    });

    it('gives each session as it is shown alone', async () => {
      const { body } = await list('limit=1');
      const [newest] = body.data as Session[];
      expect(await server.client.sessions.get(newest!.id)).toEqual(newest);
    });

    it.each([1, 3, 5, 9, 10, 11])('gives everything once in pages of %i', async (limit) => {
      const seen: number[] = [];
      let cursor = '';
      for (let pages = 0; pages < 11; pages++) {
        const { body } = await list(`limit=${limit}${cursor}`);
        seen.push(...positionsOf(body.data));
        expect(body.has_more).toBe(body.next_cursor !== null);
        if (!body.has_more) break;
        cursor = `&cursor=${body.next_cursor as string}`;
      }
      expect(seen).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    });

    it.each([
      ['status=closed', [9, 8]],
      ['status=open', []],
      ['status=expired', []],
    ])('filters by %s', async (query, positions) => {
      expect(positionsOf((await list(query)).body.data)).toEqual(positions);
    });

    it('filters by campaign, and by all filters at once', async () => {
      expect(positionsOf((await list(`campaign=${campaignId}`)).body.data)).toEqual([9, 6, 3, 0]);
      expect(positionsOf((await list(`campaign=${campaignId}&status=closed`)).body.data)).toEqual([9]);
    });

    it('filters by time: from created_after on, up to but without created_before', async () => {
      const [from, to] = [sessions[2]!.created_at, sessions[5]!.created_at];
      expect(positionsOf((await list(`created_after=${from}&created_before=${to}`)).body.data)).toEqual([
        4, 3, 2,
      ]);
    });

    it.each(['+23:59', '-23:59', '+15:59', '.123456789Z'])(
      'takes every timestamp that the contract takes: an offset or a fraction of %s',
      async (rest) => {
        const at = `2026-01-01T00:00:00${rest.replace('+', '%2B')}`;
        expect(positionsOf((await list(`created_after=${at}&limit=1`)).body.data)).toEqual([9]);
        expect(positionsOf((await list(`created_before=${at}`)).body.data)).toEqual([]);
      },
    );

    it('pages within its filters', async () => {
      const { body } = await list(`campaign=${campaignId}&limit=3`);
      expect(positionsOf(body.data)).toEqual([9, 6, 3]);
      const rest = await list(`campaign=${campaignId}&limit=3&cursor=${body.next_cursor as string}`);
      expect(positionsOf(rest.body.data)).toEqual([0]);
    });

    it("gives nothing for another organisation's campaign", async () => {
      const other = await seedOrganisation(server.context);
      const foreign = await server.clientOf(other.apiKey).campaigns.create({ name: 'theirs' });
      expect((await list(`campaign=${foreign.id}`)).body.data).toEqual([]);
    });
  });

  describe('400', () => {
    it.each([
      ['status=joined', 'query.status'],
      ['campaign=roofs', 'query.campaign'],
      ['created_after=yesterday', 'query.created_after'],
      ['created_before=2026-11-20', 'query.created_before'],
      ['limit=0', 'query.limit'],
      ['limit=101', 'query.limit'],
      ['limit=', 'query.limit'],
      ['cursor=%00', 'query.cursor'],
      [`cursor=${'x'.repeat(2_049)}`, 'query.cursor'],
    ])('refuses %s by name', async (query, path) => {
      const reply = await list(query);
      expect(outcomeOf(reply)).toBe('400 validation_error');
      expect(new Set(reply.body.errors.map((part) => part.path))).toEqual(new Set([path]));
    });

    it('refuses the cursor of another organisation, of another list and of other filters', async () => {
      const cursor = (await list('limit=2')).body.next_cursor as string;
      const other = await seedOrganisation(server.context);
      const foreign = await callApi(server, `GET /sessions?limit=2&cursor=${cursor}`, {
        apiKey: other.apiKey,
      });
      const elsewhere = await callApi(server, `GET /campaigns?limit=2&cursor=${cursor}`);
      const filtered = await list(`limit=2&status=created&cursor=${cursor}`);
      const empty = await list('limit=2&cursor=');
      expect([foreign, elsewhere, filtered, empty].map(outcomeOf)).toEqual(
        Array(4).fill('400 invalid_cursor'),
      );
    });

    it('takes a cursor with another limit: how many is not which', async () => {
      const cursor = (await list('limit=2')).body.next_cursor as string;
      expect(positionsOf((await list(`limit=3&cursor=${cursor}`)).body.data)).toEqual([7, 6, 5]);
    });
  });
});

describe('GET /sessions/{session_id}', () => {
  it.each(['019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01', 'x', '%00', '%E2%82%AC', '0'])(
    '404: there is no session %s',
    async (id) => {
      expect(outcomeOf(await callApi(server, `GET /sessions/${id}`))).toBe('404 not_found');
    },
  );

  it('200: an id is the same in upper case', async () => {
    const { body } = await callApi(server, `GET /sessions/${sessions[0]!.id.toUpperCase()}`);
    expect(body).toEqual(sessions[0]);
  });
});

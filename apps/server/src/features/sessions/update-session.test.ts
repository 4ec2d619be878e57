import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { setSessionStatus } from '../../testing/set-session-status.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

const HOUR_MS = 3_600_000;
let server: TestServer;
let sessionId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  sessionId = (await server.client.sessions.create({ notes: 'first', scheduled_for: inHours(48) })).id;
  server.clock.advance(1_000);
});

const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR_MS).toISOString();
const patch = (body?: unknown) => callApi(server, `PATCH /sessions/${sessionId}`, { body });
const listEntries = () =>
  server.context.database.prisma.auditEntry.findMany({
    where: { session_id: sessionId },
    orderBy: { sequence: 'asc' },
  });
const listJobs = async () => {
  const { rows } = await server.context.database.pool.query<{ key: string; run_at: Date }>(
    'select key, run_at from graphile_worker._private_jobs where key like $1 order by run_at',
    [`%${sessionId}%`],
  );
  return rows.map(({ key, run_at }) => `${key.replace(sessionId, 'id')} ${run_at.toISOString()}`);
};

describe('PATCH /sessions/{session_id}', () => {
  describe('200', () => {
    it('changes what is given, keeps the rest, and says when', async () => {
      const before = await server.client.sessions.get(sessionId);
      const { status, body } = await patch({ notes: 'second', locale: 'pt-BR' });
      expect([status, body]).toEqual([
        200,
        { ...before, notes: 'second', locale: 'pt', updated_at: server.clock.now().toISOString() },
      ]);
      expect(await server.client.sessions.get(sessionId)).toEqual(body);
    });

    it('sends session.updated with the session as it is now, of either family, and nothing where nothing changed', async () => {
      const { id } = await server.client.v1.inspections.create({ reference: 'R-1' });
      for (const sessionId of [(await server.client.sessions.create()).id, id]) {
        const updated = await server.client.sessions.update(sessionId, { notes: 'Ring at the gate' });
        await server.client.sessions.update(sessionId, { notes: 'Ring at the gate' });
        const events = await server.context.database.prisma.event.findMany({
          where: { session_id: sessionId, type: 'session.updated' },
        });
        expect(events.map(({ data }) => data)).toEqual([updated]);
      }
    });

    it('writes one entry with what changed: the notes as a commitment', async () => {
      const scheduled_for = inHours(72);
      await patch({ notes: 'second', locale: 'de', scheduled_for });
      const entries = await listEntries();
      expect(entries.map(({ kind }) => kind)).toEqual(['session.created', 'session.updated']);
      expect(entries[1]!.payload).toEqual({
        credential_id: server.seed.credentialId,
        locale: 'de',
        scheduled_for,
        notes: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      });
    });

    it('moves the reminders and the expiry to the new time, and keeps none of the old', async () => {
      const scheduled_for = inHours(72);
      await patch({ scheduled_for });
      const at = (hours: number) => new Date(Date.parse(scheduled_for) + hours * HOUR_MS).toISOString();
      expect(await listJobs()).toEqual([
        `remind-session:id:24h ${at(-24)}`,
        `remind-session:id:1h ${at(-1)}`,
        `expire-session:id ${at(24)}`,
      ]);
    });

    it('takes null for now: the session has no plan any more', async () => {
      const { body } = await patch({ scheduled_for: null });
      expect(body.scheduled_for).toBeNull();
      expect((await listEntries())[1]!.payload).toEqual({
        credential_id: server.seed.credentialId,
        scheduled_for: null,
      });
    });

    it('puts a session into a campaign and out of it', async () => {
      const { id } = await server.client.campaigns.create({ name: 'Roofs 2026' });
      expect((await patch({ campaign: id })).body.campaign).toBe(id);
      expect((await patch({ campaign: null })).body.campaign).toBeNull();
      expect(
        (await listEntries()).map(({ payload }) => (payload as { campaign?: unknown }).campaign),
      ).toEqual([null, id, null]);
    });

    it.each([['nothing'], ['the same values'], ['the same time in another offset']])(
      'given %s, writes no entry and no time',
      async (what) => {
        const before = await server.client.sessions.get(sessionId);
        const sameTime = before.scheduled_for!.replace('Z', '+00:00');
        const bodies: Record<string, object> = {
          nothing: {},
          'the same values': {
            notes: 'first',
            locale: 'en',
            campaign: null,
            scheduled_for: before.scheduled_for,
          },
          'the same time in another offset': { scheduled_for: sameTime },
        };
        const { status, body } = await patch(bodies[what]);
        expect([status, body]).toEqual([200, before]);
        expect(await listEntries()).toHaveLength(1);
      },
    );

    it.each(['open', 'recording'] as const)(
      'still changes the notes of a session that is %s',
      async (status) => {
        await setSessionStatus(server, sessionId, status);
        expect((await patch({ notes: 'seen on site' })).body).toMatchObject({
          status,
          notes: 'seen on site',
        });
      },
    );

    it('takes the same plan again though its time has come', async () => {
      const { scheduled_for } = await server.client.sessions.get(sessionId);
      server.clock.advance(49 * HOUR_MS);
      expect((await patch({ scheduled_for, notes: 'late' })).body).toMatchObject({
        scheduled_for,
        notes: 'late',
      });
    });
  });

  describe('400', () => {
    it('refuses no body at all: it would change nothing', async () => {
      expect(outcomeOf(await patch())).toBe('400 validation_error');
    });

    it.each([
      ['a plan in the past', () => ({ scheduled_for: inHours(-1) }), 'body.scheduled_for'],
      ['now itself', () => ({ scheduled_for: inHours(0) }), 'body.scheduled_for'],
      ['notes of 4 001 characters', () => ({ notes: 'x'.repeat(4_001) }), 'body.notes'],
      ['null as notes', () => ({ notes: null }), 'body.notes'],
      ['a state', () => ({ status: 'closed' }), 'body.status'],
    ])('refuses %s by name, and changes nothing', async (_, body, path) => {
      const before = await server.client.sessions.get(sessionId);
      const reply = await patch({ locale: 'de', ...body() });
      expect(outcomeOf(reply)).toBe('400 validation_error');
      expect(reply.body.errors.map((part) => part.path)).toEqual([path]);
      expect(await server.client.sessions.get(sessionId)).toEqual(before);
    });

    it("refuses another organisation's campaign", async () => {
      const other = await seedOrganisation(server.context);
      const foreign = await server.clientOf(other.apiKey).campaigns.create({ name: 'theirs' });
      const reply = await patch({ campaign: foreign.id, notes: 'second' });
      expect(outcomeOf(reply)).toBe('400 validation_error');
      expect((await server.client.sessions.get(sessionId)).notes).toBe('first');
    });
  });

  describe('409', () => {
    it.each(['open', 'recording'] as const)(
      'refuses another plan for a session that is %s',
      async (status) => {
        await setSessionStatus(server, sessionId, status);
        for (const scheduled_for of [inHours(72), null]) {
          expect(outcomeOf(await patch({ scheduled_for, notes: 'second' }))).toBe(
            '409 session.invalid_state',
          );
        }
        expect((await server.client.sessions.get(sessionId)).notes).toBe('first');
      },
    );

    it.each(['closed', 'expired'] as const)(
      'refuses every change of a session that is %s',
      async (status) => {
        await setSessionStatus(server, sessionId, status);
        for (const body of [{ notes: 'second' }, { notes: 'first' }, {}]) {
          expect(outcomeOf(await patch(body))).toBe('409 session.already_ended');
        }
      },
    );
  });

  it('makes of 20 parallel changes 20 entries, each after the one before', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => patch({ notes: `version ${index}` })));
    const entries = await listEntries();
    expect(entries.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 21 }, (_, index) => index + 1),
    );
    for (const [index, entry] of entries.entries()) {
      expect(entry.prev_hash).toBe(entries[index - 1]?.hash ?? '0'.repeat(64));
    }
  });
});

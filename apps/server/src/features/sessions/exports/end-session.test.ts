import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../../testing/call-api.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../../testing/seed-organisation.ts';
import { seedWebhookEndpoint } from '../../../testing/seed-webhook-endpoint.ts';
import { setSessionStatus } from '../../../testing/set-session-status.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { endSession } from './end-session.ts';

let server: TestServer;
let sessionId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.context.database.pool.query('delete from graphile_worker._private_jobs');
  sessionId = (await server.client.sessions.create({ notes: 'roof' })).id;
  server.clock.advance(1_000);
});

const end = () => callApi(server, `POST /sessions/${sessionId}/end`);
const readChain = async () => {
  const { prisma } = server.context.database;
  const key = { organisation_id: server.seed.organisationId, session_id: sessionId };
  return {
    head: await prisma.auditChain.findUniqueOrThrow({ where: { organisation_id_session_id: key } }),
    entries: await prisma.auditEntry.findMany({ where: key, orderBy: { sequence: 'asc' } }),
  };
};

describe('POST /sessions/{session_id}/end', () => {
  describe('200', () => {
    it.each(['created', 'open', 'recording'] as const)(
      'closes a session that is %s at once',
      async (from) => {
        await setSessionStatus(server, sessionId, from);
        const before = await server.client.sessions.get(sessionId);
        const now = server.clock.now().toISOString();
        const { status, body } = await end();
        expect([status, body]).toEqual([
          200,
          { ...before, status: 'closed', ended_at: now, updated_at: now },
        ]);
        const { entries, head } = await readChain();
        const stopped = from === 'recording' ? ['recording.stopped'] : [];
        expect(entries.map(({ kind }) => kind)).toEqual(['session.created', ...stopped, 'session.ended']);
        const ended = entries.at(-1)!;
        expect(ended.payload).toEqual({
          credential_id: server.seed.credentialId,
          from_status: from,
          ended_at: now,
        });
        // A job freezes the chain: ending waits for nobody.
        expect(head).toMatchObject({
          head_sequence: entries.length,
          head_hash: ended.hash,
          frozen_at: null,
        });
      },
    );

    it('gives the same session again on a closed one, and neither appends nor freezes again', async () => {
      const first = await end();
      await runDueJobs(server.context);
      const chain = await readChain();
      server.clock.advance(60_000);
      const second = await end();
      // All is the same but for the report, which was asked for meanwhile.
      const report = expect.objectContaining({ id: expect.any(String) }) as unknown;
      expect([second.status, second.body]).toEqual([200, { ...first.body, report }]);
      expect(await readChain()).toEqual(chain);
    });

    it('of 20 parallel calls closes once: one entry, one time, one freeze to come, the same answer to all', async () => {
      const replies = await Promise.all(Array.from({ length: 20 }, end));
      expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect((await readChain()).entries.map(({ kind }) => kind)).toEqual([
        'session.created',
        'session.ended',
      ]);
      const ran = await runDueJobs(server.context);
      expect(ran.filter((identifier) => identifier === 'freeze-chain')).toHaveLength(1);
    });

    it('stops the messages that wait, and wipes their secrets; what was sent stays', async () => {
      const { prisma } = server.context.database;
      const rows = [
        ['waiting', null],
        ['sent', server.clock.now()],
      ] as const;
      for (const [dedupe_key, sent_at] of rows) {
        await prisma.message.create({
          data: {
            organisation_id: server.seed.organisationId,
            id: server.context.ids.next(),
            session_id: sessionId,
            kind: 'otp',
            channel: 'email',
            recipient: 'ada@example.com',
            locale: 'en',
            secret_sealed: sent_at ? null : 'sealed',
            dedupe_key: `${dedupe_key}:${sessionId}`,
            created_at: server.clock.now(),
            sent_at,
          },
        });
      }
      await end();
      const messages = await prisma.message.findMany({
        where: { session_id: sessionId },
        orderBy: { dedupe_key: 'asc' },
      });
      expect(messages.map(({ cancelled_at, secret_sealed }) => ({ cancelled_at, secret_sealed }))).toEqual([
        { cancelled_at: null, secret_sealed: null },
        { cancelled_at: server.clock.now(), secret_sealed: null },
      ]);
    });

    it('takes an empty object as the body, since it takes none', async () => {
      const reply = await callApi(server, `POST /sessions/${sessionId}/end`, { body: {} });
      expect(reply.body.status).toBe('closed');
    });
  });

  describe('session.ended', () => {
    const listEvents = () =>
      server.context.database.prisma.event.findMany({
        where: { session_id: sessionId, type: 'session.ended' },
      });
    const listDeliveries = () =>
      server.context.database.prisma.webhookDelivery.findMany({ where: { event_type: 'session.ended' } });
    const ways = {
      'POST end': end,
      'DELETE of the versioned root': () => server.client.v1.inspections.end(sessionId),
    };

    it.each(Object.keys(ways) as (keyof typeof ways)[])(
      'is sent by %s, with the session as it is shown',
      async (way) => {
        await ways[way]();
        const session = await server.client.sessions.get(sessionId);
        expect(await listEvents()).toMatchObject([
          { data: session, created_at: new Date(session.ended_at!) },
        ]);
      },
    );

    it('is sent once, however often and by whichever routes it is ended at once', async () => {
      const { organisationId } = server.seed;
      await seedWebhookEndpoint(server.context, { organisationId, url: 'https://example.com/hooks' });
      const before = (await listDeliveries()).length;
      const calls = Array.from({ length: 20 }, (_, index) => Object.values(ways)[index % 2]!());
      await Promise.allSettled(calls);
      await end();
      expect(await listEvents()).toHaveLength(1);
      expect((await listDeliveries()).length).toBe(before + 1);
    });

    it('is not sent of a session that can not be ended, nor when the end is rolled back', async () => {
      await server.context
        .transact(async (tx) => {
          const key = { organisationId: server.seed.organisationId, sessionId };
          await endSession(server.context, tx, {
            ...key,
            credentialId: server.seed.credentialId,
            memberId: null,
          });
          throw new Error('the connection broke');
        })
        .catch(() => undefined);
      expect((await server.client.sessions.get(sessionId)).status).toBe('created');
      await setSessionStatus(server, sessionId, 'expired');
      await end();
      expect(await listEvents()).toEqual([]);
    });
  });

  describe('404', () => {
    it("does not end another organisation's session", async () => {
      const other = await seedOrganisation(server.context);
      const reply = await callApi(server, `POST /sessions/${sessionId}/end`, { apiKey: other.apiKey });
      expect(outcomeOf(reply)).toBe('404 not_found');
      expect((await server.client.sessions.get(sessionId)).status).toBe('created');
    });
  });

  describe('409', () => {
    it('does not end a session that expired', async () => {
      await setSessionStatus(server, sessionId, 'expired');
      expect(outcomeOf(await end())).toBe('409 session.already_ended');
      expect((await readChain()).entries).toHaveLength(1);
    });
  });
});

describe('a session that ended', () => {
  it.each([
    ['PATCH', '', { notes: 'too late' }],
    ['POST', '/recording', undefined],
    ['DELETE', '/recording', undefined],
    ['POST', '/media', undefined],
  ])('409: takes no %s %s', async (method, path, body) => {
    await end();
    const chain = await readChain();
    const reply = await callApi(server, `${method} /sessions/${sessionId}${path}`, { body });
    expect(outcomeOf(reply)).toBe('409 session.already_ended');
    expect(await readChain()).toEqual(chain);
  });

  it('can still be read and listed', async () => {
    const { body } = await end();
    expect(await server.client.sessions.get(sessionId)).toEqual(body);
    expect((await server.client.sessions.list({ status: 'closed', limit: 1 })).data[0]?.status).toBe(
      'closed',
    );
  });
});

it('is ended by one function alone: nothing else writes that a session is closed', async () => {
  const features = path.join(import.meta.dirname, '../..');
  const rules = path.join(import.meta.dirname, '../../../../../../packages/rules/src');
  const [writers, deciders]: string[][] = [[], []];
  for await (const name of glob('**/*.ts', { cwd: features })) {
    if (/\.test\.ts$|testing\//.test(name)) continue;
    const text = await readFile(path.join(features, name), 'utf8');
    if (/data: \{[^}]*status: 'closed'|set status = 'closed'|endSession as/.test(text)) writers!.push(name);
  }
  expect(writers).toEqual(['sessions/exports/end-session.ts']);
  for await (const name of glob('**/*.ts', { cwd: rules })) {
    if (/\.test\.ts$/.test(name)) continue;
    const text = await readFile(path.join(rules, name), 'utf8');
    if (/changes: \{[^}]*status: 'closed'/.test(text)) deciders!.push(name);
  }
  expect(deciders).toEqual(['sessions/change-session.ts']);
  const status = (await readFile(path.join(rules, 'sessions/session-state.ts'), 'utf8')).match(
    /\w+: 'closed'/g,
  );
  expect(new Set(status)).toEqual(new Set(["end: 'closed'"]));
});

import { Inspection } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinByLink } from '../../testing/join-by-link.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { setSessionStatus } from '../../testing/set-session-status.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

const MISSING = '01a1f93a-a014-7be2-9c7b-f16f6a3089a2';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const refusalOf = (call: PromiseLike<unknown>) => Promise.resolve(call).catch((error: unknown) => error);
const openTenant = async () => server.clientOf((await seedOrganisation(server.context)).apiKey);
const later = (ms: number) => new Date(server.clock.now().getTime() + ms).toISOString();

describe('GET /v1/sessions', () => {
  test('lists the sessions of both families, newest first, each once, without links', async () => {
    const client = await openTenant();
    const ids: string[] = [];
    for (let count = 0; count < 7; count++) {
      server.clock.advance(1);
      const created =
        count % 2 === 0 ? client.sessions.create() : client.v1.inspections.create({ type: 'roof' });
      ids.push((await created).id);
    }
    const listed: Inspection[] = [];
    for await (const inspection of client.v1.inspections.list({ limit: 3 })) {
      listed.push(Inspection.strict().parse(inspection));
    }
    expect(listed.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(listed.map(({ type }) => type)).toEqual(['', 'roof', '', 'roof', '', 'roof', '']);
  });

  test.each([
    ['pending', ['created', 'open', 'recording']],
    ['completed', ['closed']],
    ['expired', ['expired']],
  ] as const)('%s lists what the public API calls %j', async (status, states) => {
    const seed = await seedOrganisation(server.context);
    const client = server.clientOf(seed.apiKey);
    const ids = new Map<string, string>();
    for (const state of ['created', 'open', 'recording', 'closed', 'expired'] as const) {
      const { id } = await client.v1.inspections.create();
      await setSessionStatus({ ...server, seed }, id, state);
      ids.set(id, state);
    }
    const { data } = await client.v1.inspections.list({ status });
    expect(data.map(({ id }) => ids.get(id)).toSorted()).toEqual(states);
    expect(new Set(data.map((inspection) => inspection.status))).toEqual(new Set([status]));
  });

  test('takes no cursor of the public list, of another filter or of another organisation', async () => {
    const [client, other] = [await openTenant(), await openTenant()];
    for (const each of [client, client, other, other]) await each.v1.inspections.create();
    const { nextCursor } = await client.v1.inspections.list({ limit: 1 });
    const lists = [
      () => client.v1.inspections.list({ limit: 1, status: 'pending', cursor: nextCursor! }),
      () => client.sessions.list({ limit: 1, cursor: nextCursor! }),
      () => other.v1.inspections.list({ limit: 1, cursor: nextCursor! }),
    ];
    for (const list of lists) {
      expect(await refusalOf(list())).toMatchObject({ status: 400, code: 'invalid_cursor' });
    }
  });
});

describe('GET /v1/sessions/{session_id}', () => {
  test('tells when the last invite expires, and null without one', async () => {
    const client = await openTenant();
    const { id } = await client.sessions.create();
    expect(await client.v1.inspections.get(id)).toEqual({
      id,
      status: 'pending',
      type: '',
      reference: '',
      site_address: '',
      metadata: {},
      shots: [],
      contact: null,
      report_recipients: [],
      template: null,
      template_version: null,
      expires_at: null,
      created_at: server.clock.now().toISOString(),
      completed_at: null,
      report: null,
    });
    await client.participants.create(id, { ttl_minutes: 600 });
    server.clock.advance(1);
    await client.participants.create(id, { ttl_minutes: 5 });
    expect((await client.v1.inspections.get(id)).expires_at).toBe(later(300_000));
  });

  test('a session stays pending while somebody is in it', async () => {
    const { id, join_url } = await server.client.v1.inspections.create();
    await joinByLink(join_url);
    expect(await server.client.v1.inspections.get(id)).toMatchObject({
      status: 'pending',
      completed_at: null,
    });
    expect((await server.client.sessions.get(id)).status).toBe('open');
  });
});

describe('DELETE /v1/sessions/{session_id}', () => {
  test('ends the session as POST end does, and returns it', async () => {
    const { id, ...created } = await server.client.v1.inspections.create({ type: 'roof', reference: '7' });
    server.clock.advance(1_000);
    const ended = await server.client.v1.inspections.end(id);
    expect(ended).toMatchObject({
      id,
      status: 'completed',
      type: 'roof',
      reference: '7',
      expires_at: created.expires_at,
      completed_at: server.clock.now().toISOString(),
      report: null,
    });
    expect(await server.client.sessions.get(id)).toMatchObject({
      status: 'closed',
      ended_at: server.clock.now().toISOString(),
    });
    expect(await runDueJobs(server.context)).toContain('freeze-chain');
  });

  test('409 on one that is completed, by either family, and on one that expired', async () => {
    const { client } = server;
    const [byRoot, byPublic, expired] = await Promise.all([
      client.v1.inspections.create(),
      client.v1.inspections.create(),
      client.v1.inspections.create(),
    ]);
    await client.v1.inspections.end(byRoot.id);
    await client.sessions.end(byPublic.id);
    await setSessionStatus(server, expired.id, 'expired');
    for (const { id } of [byRoot, byPublic, expired]) {
      const refusal = await refusalOf(client.v1.inspections.end(id));
      expect(refusal).toMatchObject({ status: 409, code: 'session.already_ended' });
    }
    expect((await client.sessions.end(byRoot.id)).status).toBe('closed');
  });

  test('of two at once one ends it, and one is told that it has ended', async () => {
    const { id } = await server.client.v1.inspections.create();
    const outcomes = await Promise.all(
      [1, 2].map(() =>
        refusalOf(server.client.v1.inspections.end(id, { idempotencyKey: crypto.randomUUID() })),
      ),
    );
    expect(outcomes.filter((outcome) => outcome instanceof Error)).toHaveLength(1);
    const where = { session_id: id, kind: 'session.ended' };
    expect(await server.context.database.prisma.auditEntry.count({ where })).toBe(1);
  });

  test('a replay answers 200 with the same inspection', async () => {
    const { id } = await server.client.v1.inspections.create();
    const options = { idempotencyKey: 'end once' };
    const first = await server.client.v1.inspections.end(id, options);
    expect(await server.client.v1.inspections.end(id, options)).toEqual(first);
  });
});

test("another organisation's session is as missing as one that never was", async () => {
  const { id } = await server.client.v1.inspections.create();
  const foreigner = await openTenant();
  for (const missing of [id, MISSING]) {
    expect(await refusalOf(foreigner.v1.inspections.get(missing))).toMatchObject({ status: 404 });
    expect(await refusalOf(foreigner.v1.inspections.end(missing))).toMatchObject({ status: 404 });
  }
  expect((await foreigner.v1.inspections.list()).data).toEqual([]);
  expect((await server.client.v1.inspections.get(id)).status).toBe('pending');
});

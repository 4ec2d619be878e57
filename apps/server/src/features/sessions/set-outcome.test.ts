import { verifyCommitment } from '@field-inspection/evidence';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { setSessionStatus } from '../../testing/set-session-status.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
let id: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  id = (await server.client.sessions.create()).id;
});

const say = (body: object, more: object = {}) =>
  callApi(server, `POST /sessions/${id}/outcome`, { body, ...more });
const close = async () => {
  await server.client.sessions.end(id);
  await runDueJobs(server.context);
};
const listOutcomes = (table: 'auditEntry' | 'addendaEntry') =>
  (server.context.database.prisma[table] as typeof server.context.database.prisma.auditEntry).findMany({
    where: { session_id: id, kind: 'session.outcome' },
    orderBy: { sequence: 'asc' },
  });

it('is null until it is said of a closed session, shown with it after that, and sent as an event', async () => {
  await close();
  expect((await server.client.sessions.get(id)).outcome).toBeNull();
  const { status, body } = await say({ outcome: 'accepted', note: 'As described.' });
  const set_at = server.clock.now().toISOString();
  const outcome = { outcome: 'accepted', note: 'As described.', set_at };
  expect([status, body]).toMatchObject([200, { id, status: 'closed', outcome }]);
  expect((await server.client.sessions.get(id)).outcome).toEqual(outcome);
  const events = await server.context.database.prisma.event.findMany({
    where: { session_id: id, type: 'session.outcome' },
  });
  expect(events.map(({ data }) => data)).toEqual([body]);
});

it('may be said again: the last one counts, and each is an addendum, with its note as a commitment', async () => {
  await close();
  await say({ outcome: 'inconclusive', note: 'Ada was not there.' });
  server.clock.advance(1_000);
  expect((await say({ outcome: 'rejected' })).body.outcome).toEqual({
    outcome: 'rejected',
    note: '',
    set_at: server.clock.now().toISOString(),
  });
  const entries = await listOutcomes('addendaEntry');
  const payloads = entries.map(({ payload }) => payload as { outcome: string; note?: string });
  expect(payloads.map(({ outcome }) => outcome)).toEqual(['inconclusive', 'rejected']);
  expect(JSON.stringify(entries)).not.toContain('Ada');
  const { salt, value } = await server.context.database.prisma.addendaDisclosure.findFirstOrThrow({
    where: { session_id: id, field: 'note' },
  });
  expect(value).toBe('Ada was not there.');
  expect(await verifyCommitment({ commitment: payloads[0]!.note!, salt, value: value as string })).toBe(true);
  expect(payloads[1]).not.toHaveProperty('note');
});

it('stands in the chain while that is not frozen yet', async () => {
  await server.client.sessions.end(id);
  expect((await say({ outcome: 'accepted' })).status).toBe(200);
  await runDueJobs(server.context);
  expect(await listOutcomes('auditEntry')).toHaveLength(1);
  expect(await listOutcomes('addendaEntry')).toHaveLength(0);
});

it('is said once by 10 calls at once under one key, and each of 10 without is an addendum of its own', async () => {
  await close();
  const headers = { 'idempotency-key': 'outcome-1' };
  await Promise.all(Array.from({ length: 10 }, () => say({ outcome: 'accepted' }, { headers })));
  expect(await listOutcomes('addendaEntry')).toHaveLength(1);
  await Promise.all(Array.from({ length: 10 }, () => say({ outcome: 'accepted' })));
  const sequences = (await listOutcomes('addendaEntry')).map(({ sequence }) => sequence);
  expect(new Set(sequences).size).toBe(11);
});

it.each(['created', 'open', 'recording', 'expired'] as const)(
  '409: is not said of a session that is %s',
  async (status) => {
    await setSessionStatus(server, id, status);
    expect(outcomeOf(await say({ outcome: 'accepted' }))).toBe('409 session.invalid_state');
    expect((await server.client.sessions.get(id)).outcome).toBeNull();
  },
);

it('410: is not said of a session that was redacted, which erases its note', async () => {
  await close();
  await say({ outcome: 'accepted', note: 'Ada was there.' });
  const { outcome } = await server.client.sessions.redact(id);
  expect(outcome).toMatchObject({ outcome: 'accepted', note: '' });
  expect(outcomeOf(await say({ outcome: 'rejected' }))).toBe('410 session.redacted');
});

it.each([
  ['no outcome', {}, 'body.outcome'],
  ['another word', { outcome: 'good' }, 'body.outcome'],
  ['a note of 2 001 characters', { outcome: 'accepted', note: 'x'.repeat(2_001) }, 'body.note'],
])('400: %s is refused by name', async (_, body, path) => {
  const reply = await say(body);
  expect(outcomeOf(reply)).toBe('400 validation_error');
  expect(reply.body.errors.map((part) => part.path)).toEqual([path]);
});

it("404: another organisation's session is as missing as one that never was", async () => {
  await close();
  const { apiKey } = await seedOrganisation(server.context);
  expect(outcomeOf(await say({ outcome: 'accepted' }, { apiKey }))).toBe('404 not_found');
});

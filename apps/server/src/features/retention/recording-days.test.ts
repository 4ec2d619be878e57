import { verifyEvidence } from '@field-inspection/evidence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyRecordings } from '../../testing/copy-recordings.ts';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { endSession, inspectHouse } from '../../testing/inspect-house.ts';
import { DAY_MS, openRetainedOrganisation } from '../../testing/open-retained-organisation.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { applyRetention } from './apply-retention.job.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { decoding: copyRecordings() });
});
afterAll(() => server.close());

const prisma = () => server.context.database.prisma;

const open = async () => {
  const organisation = await openRetainedOrganisation(server);
  const { organisationId, client, seed } = organisation;
  const tenant: TestServer = { ...server, seed, client };
  const inspect = async (days: number) => {
    const { sessionId } = await inspectHouse(tenant);
    await endSession(tenant, sessionId);
    server.clock.advance(61_000);
    await runDueJobs(server.context);
    const at = new Date(server.clock.now().getTime() - days * DAY_MS);
    await prisma().session.updateMany({ where: { id: sessionId }, data: { ended_at: at } });
    await prisma().evidence.updateMany({ where: { session_id: sessionId }, data: { created_at: at } });
    return sessionId;
  };
  const recordingsOf = (sessionId: string) =>
    prisma().evidence.findMany({
      where: { session_id: sessionId, kind: { in: ['recording', 'clip'] }, sha256: { not: null } },
    });
  const keptOf = async (sessionId: string) =>
    (await recordingsOf(sessionId)).filter(({ erased_at }) => erased_at === null).length;
  const useOf = async () => {
    const use = await prisma().roomUse.findFirstOrThrow({ where: { subject_id: organisationId } });
    return { items: Number(use.items), bytes: Number(use.bytes) };
  };
  const countObjects = async (id: string): Promise<number> => {
    let count = 0;
    for await (const _ of server.context.objects.list(`${organisationId}/${id}/`)) count += 1;
    return count;
  };
  return { ...organisation, tenant, inspect, recordingsOf, keptOf, useOf, countObjects };
};

describe('recording_days', () => {
  it('erases the recordings of sessions older than it, which stay; of younger, held and other organisations’ none', async () => {
    const [mine, other] = [await open(), await open()];
    const [old, held, young, theirs] = [
      await mine.inspect(31),
      await mine.inspect(31),
      await mine.inspect(20),
      await other.inspect(400),
    ];
    await mine.client.sessions.hold(held, { reason: 'Claim 4711' });
    const before = await mine.useOf();
    await mine.client.retention.update({ recording_days: 30 });
    server.clock.advance(DAY_MS - 1);
    await mine.runDaily();
    expect(await mine.keptOf(old)).toBeGreaterThan(0);
    server.clock.advance(60_000);
    await mine.runDaily();
    expect(await mine.keptOf(old)).toBe(0);
    for (const [each, sessionId] of [
      [mine, held],
      [mine, young],
      [other, theirs],
    ] as const) {
      expect(await each.keptOf(sessionId)).toBe((await each.recordingsOf(sessionId)).length);
    }
    const erased = await mine.recordingsOf(old);
    for (const { id } of erased) expect(await mine.countObjects(id)).toBe(0);
    const bytes = erased.reduce((sum, { byte_size }) => sum + Number(byte_size), 0);
    expect(await mine.useOf()).toEqual({ items: before.items - erased.length, bytes: before.bytes - bytes });
    const session = await mine.client.sessions.get(old);
    expect([session.redacted_at, session.notes === '']).toEqual([null, false]);
    const file = `GET /evidence/${old}/files/${erased[0]!.id}`;
    expect(outcomeOf(await callApi(mine.tenant, file, { root: '/v1' }))).toBe('410 session.redacted');
    expect(await mine.listFacts()).toContainEqual({
      kind: 'retention.redacted',
      payload: { policy: true, session_id: old, reason: 'retention_policy', recordings: erased.length },
    });
    const [entry] = await mine.listRedactions(old);
    expect(entry!.payload).toMatchObject({
      policy: true,
      reason: 'retention_policy',
      evidence: erased.length,
      withheld: erased.map(({ sha256 }) => sha256),
    });
  });

  it('withholds them in the bundle, whose chains stay valid, by a redaction that an authority has yet to vouch for', async () => {
    const mine = await open();
    const sessionId = await mine.inspect(31);
    await mine.client.retention.update({ recording_days: 30 });
    server.clock.advance(DAY_MS);
    await mine.runDaily();
    server.clock.advance(61_000);
    await runDueJobs(server.context);
    const response = await mine.client.evidence.downloadBundle(sessionId);
    const verdict = await verifyEvidence(new Uint8Array(await response.arrayBuffer()), {
      now: server.clock.now(),
    });
    const recordings = await mine.recordingsOf(sessionId);
    expect(recordings.length).toBeGreaterThan(0);
    const held = verdict.files.filter(({ path }) => recordings.some(({ id }) => path.includes(id)));
    expect(held).toMatchObject(recordings.map(() => ({ ok: true, unproven: true })));
    expect(verdict).toMatchObject({ verdict: 'intact', fault: null, unproven: recordings.length });
    expect([verdict.chain?.valid, verdict.addenda?.chain.valid]).toEqual([true, true]);
  });

  it('erases each once, also by two workers at once and where a later redaction takes the rest: no room is given back twice', async () => {
    const mine = await open();
    const sessionId = await mine.inspect(31);
    await mine.client.retention.update({ recording_days: 30 });
    server.clock.advance(DAY_MS);
    await Promise.all([applyRetention.run(server.context, {}), applyRetention.run(server.context, {})]);
    await Promise.all([mine.runDaily(), mine.runDaily()]);
    expect(await mine.listRedactions(sessionId)).toHaveLength(1);
    await mine.client.sessions.redact(sessionId, { reason: 'no_longer_needed' });
    for (let round = 0; round < 4; round++) {
      await runDueJobs(server.context);
      server.clock.advance(11_000);
    }
    expect(await mine.listRedacted()).toEqual([sessionId]);
    expect(await mine.useOf()).toEqual({ items: 0, bytes: 0 });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { getEvidenceSummary } from './summary-routes.ts';

let server: TestServer;
let sessionId: string;
beforeAll(async () => {
  server = await startTestServer({ TSA_URLS: 'http://127.0.0.1:1/a' });
  sessionId = (await server.client.sessions.create({ notes: 'Leak at Ada Lovelace' })).id;
  await server.client.sessions.end(sessionId);
  await runDueJobs(server.context);
});
afterAll(() => server.close());

const verify = async (hash: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.baseUrl}/v1/verify/${hash}`, { headers });
  return { status: response.status, text: await response.text() };
};
const summarize = () =>
  getEvidenceSummary(server.context, { organisationId: server.seed.organisationId, sessionId });

describe('GET /v1/verify/{audit_chain_hash}', () => {
  it('tells anyone when a chain was frozen with this head, how long it is, and who was asked', async () => {
    const { audit_chain_hash, frozen_at, anchors } = await summarize();
    const { status, text } = await verify(audit_chain_hash!);
    expect([status, JSON.parse(text)]).toEqual([
      200,
      { audit_chain_hash, known: true, frozen_at, length: 2, anchors },
    ]);
    expect(anchors).toHaveLength(1);
  });

  it('names neither the session nor the organisation', async () => {
    const { text } = await verify((await summarize()).audit_chain_hash!);
    for (const word of [sessionId, server.seed.organisationId, 'Acme', 'Ada', 'operator@example.com']) {
      expect(text).not.toContain(word);
    }
  });

  it('says of any other hash that it is not known', async () => {
    const unfrozen = await server.client.sessions.create({});
    const { head_hash } = await server.context.database.prisma.auditChain.findFirstOrThrow({
      where: { session_id: unfrozen.id },
    });
    for (const hash of ['0'.repeat(64), head_hash]) {
      const { status, text } = await verify(hash);
      expect([status, JSON.parse(text)]).toEqual([
        200,
        { audit_chain_hash: hash, known: false, frozen_at: null, length: null, anchors: [] },
      ]);
    }
  });

  it('knows the head of a session that expired, though nobody was asked to anchor it', async () => {
    const inAnHour = new Date(server.clock.now().getTime() + 3_600_000).toISOString();
    const { id } = await server.client.sessions.create({ scheduled_for: inAnHour });
    server.clock.advance(26 * 3_600_000);
    await runDueJobs(server.context);
    const { head_hash } = await server.context.database.prisma.auditChain.findFirstOrThrow({
      where: { session_id: id },
    });
    expect(JSON.parse((await verify(head_hash)).text)).toMatchObject({ known: true, length: 2, anchors: [] });
  });

  it.each(['0'.repeat(63), 'A'.repeat(64), `${'0'.repeat(64)}0`, 'x'])('404: %s is no hash', async (hash) => {
    expect((await verify(hash)).status).toBe(404);
  });

  it('cares for no credential', async () => {
    const { status } = await verify('0'.repeat(64), { authorization: 'Bearer nonsense' });
    expect(status).toBe(200);
  });
});

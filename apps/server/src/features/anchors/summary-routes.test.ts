import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { getEvidenceSummary } from './summary-routes.ts';

let server: TestServer;
let sessionId: string;
beforeAll(async () => {
  server = await startTestServer({ TSA_URLS: 'http://127.0.0.1:2/b,http://127.0.0.1:1/a' });
  sessionId = (await server.client.sessions.create({})).id;
});
afterAll(() => server.close());

const summarize = (organisationId = server.seed.organisationId) =>
  getEvidenceSummary(server.context, { organisationId, sessionId });
const NONE = { head: null, length: 0, anchors: [] };
const OPEN = {
  pdf_url: null,
  audit_chain_hash: null,
  frozen_at: null,
  anchors: [],
  addenda: NONE,
  missing_shots: [],
};

describe('getEvidenceSummary', () => {
  it('has no hash until the chain is frozen: it is not final', async () => {
    expect(await summarize()).toEqual({ session: sessionId, ...OPEN });
    await server.client.sessions.end(sessionId);
    expect(await summarize()).toEqual({ session: sessionId, ...OPEN });
  });

  it('has the head once it is frozen, and every authority that was asked, in a fixed order', async () => {
    await runDueJobs(server.context);
    const chain = await server.context.database.prisma.auditChain.findFirstOrThrow({
      where: { session_id: sessionId },
    });
    const pending = {
      demo: false,
      status: 'pending',
      gen_time: null,
      serial: null,
      policy: null,
      token: null,
      error: 'The authority could not be reached: ECONNREFUSED.',
    };
    expect(await summarize()).toEqual({
      session: sessionId,
      pdf_url: null,
      audit_chain_hash: chain.head_hash,
      frozen_at: server.clock.now().toISOString(),
      anchors: [
        { authority: 'http://127.0.0.1:1/a', ...pending },
        { authority: 'http://127.0.0.1:2/b', ...pending },
      ],
      addenda: NONE,
      missing_shots: [],
    });
  });

  it("knows nothing of another organisation's session", async () => {
    const other = await seedOrganisation(server.context);
    await expect(summarize(other.organisationId)).rejects.toMatchObject({ code: 'not_found' });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { openForRecording } from '../../testing/open-for-recording.ts';
import { setSessionStatus } from '../../testing/set-session-status.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
let sessionId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  sessionId = (await server.client.sessions.create({})).id;
  server.clock.advance(1_000);
});

const start = () => callApi(server, `POST /sessions/${sessionId}/recording`);
const stop = () => callApi(server, `DELETE /sessions/${sessionId}/recording`);
const listKinds = async () =>
  (
    await server.context.database.prisma.auditEntry.findMany({
      where: { session_id: sessionId },
      orderBy: { sequence: 'asc' },
    })
  ).map(({ kind }) => kind);

describe('POST and DELETE /sessions/{session_id}/recording', () => {
  it('200: go from open to recording and back, each as an entry of the chain', async () => {
    await openForRecording(server, sessionId);
    const before = await server.client.sessions.get(sessionId);
    const updated_at = server.clock.now().toISOString();
    expect((await start()).body).toEqual({ ...before, status: 'recording', updated_at });
    expect((await stop()).body).toEqual({ ...before, status: 'open', updated_at });
    expect(await listKinds()).toEqual(['session.created', 'recording.started', 'recording.stopped']);
  });

  it('409: start only what is open, stop only what is recording', async () => {
    expect([outcomeOf(await start()), outcomeOf(await stop())]).toEqual(
      Array(2).fill('409 session.invalid_state'),
    );
    await openForRecording(server, sessionId);
    expect(outcomeOf(await stop())).toBe('409 session.invalid_state');
    await start();
    expect(outcomeOf(await start())).toBe('409 session.invalid_state');
    expect(await listKinds()).toEqual(['session.created', 'recording.started']);
  });

  it('409: of 10 parallel starts all but one', async () => {
    await openForRecording(server, sessionId);
    const outcomes = (await Promise.all(Array.from({ length: 10 }, start))).map(outcomeOf).sort();
    expect(outcomes).toEqual(['200', ...Array<string>(9).fill('409 session.invalid_state')]);
    expect(await listKinds()).toEqual(['session.created', 'recording.started']);
  });

  it.each(['closed', 'expired'] as const)('409: do nothing to a session that is %s', async (status) => {
    await setSessionStatus(server, sessionId, status);
    expect([outcomeOf(await start()), outcomeOf(await stop())]).toEqual(
      Array(2).fill('409 session.already_ended'),
    );
  });
});

describe('POST /sessions/{session_id}/media', () => {
  it.each(['created', 'open', 'recording'] as const)(
    "201: gives the operator's connection while the session is %s",
    async (status) => {
      await setSessionStatus(server, sessionId, status);
      const reply = await callApi(server, `POST /sessions/${sessionId}/media`);
      expect(reply.status).toBe(201);
      expect(reply.body).toMatchObject({
        provider: 'p2p',
        url: server.baseUrl.replace('http', 'ws') + '/v1/signalling',
        room: sessionId,
        identity: `operator-${server.seed.credentialId}`,
        ice_servers: [],
      });
    },
  );
});

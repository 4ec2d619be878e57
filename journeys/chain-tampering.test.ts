import { verifyEvidence } from '@field-inspection/sdk/evidence';
import { joinSession } from '@field-inspection/server/testing/join-session';
import { runDueJobs } from '@field-inspection/server/testing/run-due-jobs';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import {
  startTimestampAuthority,
  type TimestampAuthorityServer,
} from '@field-inspection/server/testing/start-timestamp-authority';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let authority: TimestampAuthorityServer;
beforeAll(async () => {
  authority = await startTimestampAuthority({ now: () => server.clock.now() });
  server = await startTestServer({ TSA_URLS: authority.url });
});
afterAll(async () => {
  await server.close();
  await authority.close();
});

const completeSession = async () => {
  const device = await joinSession(server);
  for (const camera of ['granted', 'denied', 'granted']) await device.call('PATCH', '/consent', { camera });
  await server.client.sessions.end(device.sessionId);
  await runDueJobs(server.context);
  const chain = await server.context.database.prisma.auditChain.findFirstOrThrow({
    where: { session_id: device.sessionId },
  });
  return { sessionId: device.sessionId, head: chain.head_hash, length: chain.head_sequence };
};

/** The database's owner can get past the triggers that protect entries. */
const tamper = (sessionId: string, ...statements: string[]) =>
  server.context.database.prisma.$transaction([
    server.context.database.prisma.$executeRawUnsafe(`set local session_replication_role = replica`),
    ...statements.map((statement) =>
      server.context.database.prisma.$executeRawUnsafe(statement.replaceAll(':session', `'${sessionId}'`)),
    ),
  ]);

const verify = async (sessionId: string, expectedHead?: string) => {
  const response = await server.client.evidence.downloadBundle(sessionId);
  const bundle = new Uint8Array(await response.arrayBuffer());
  return verifyEvidence(bundle, { roots: [authority.root], ...(expectedHead ? { expectedHead } : {}) });
};

const CHANGE = `update audit_entries set payload = payload || '{"camera": "denied"}'
  where session_id = :session and sequence = 4`;
const DELETE = `delete from audit_entries where session_id = :session and sequence = 4`;
const SWAP = `update audit_entries set sequence = 1007 - sequence
  where session_id = :session and sequence in (3, 4)`;
const SWAP_BACK = `update audit_entries set sequence = sequence - 1000 where session_id = :session and sequence > 1000`;
const CUT = `delete from audit_entries where session_id = :session and sequence > 4`;
const HEAD_BACK = `update audit_chains c set head_sequence = e.sequence, head_hash = e.hash from audit_entries e
  where c.session_id = :session and e.session_id = c.session_id and e.sequence = 4`;

describe('what the owner of the database does to a chain shows in the bundle, at its first bad place:', () => {
  test.each([
    ['a changed entry', [CHANGE], 'chain.jsonl, entry 4'],
    ['a deleted entry', [DELETE], 'chain.jsonl, entry 4'],
    ['two entries in each other’s place', [SWAP, SWAP_BACK], 'chain.jsonl, entry 3'],
    ['the last entries cut off', [CUT], 'chain.jsonl, entry 5'],
  ])('%s', async (_, statements, place) => {
    const { sessionId, head } = await completeSession();
    expect(await verify(sessionId, head)).toMatchObject({ verdict: 'verified' });
    await tamper(sessionId, ...statements);
    expect(await verify(sessionId)).toMatchObject({ verdict: 'broken', fault: { place } });
  });

  test('a backup from before the last entries, its head with it: the anchor is of another head', async () => {
    const { sessionId, head } = await completeSession();
    await tamper(sessionId, CUT, HEAD_BACK);
    const restored = await verify(sessionId);
    expect(restored).toMatchObject({ verdict: 'broken', anchors: [{ code: 'wrong_digest' }] });
    expect((await verify(sessionId, head)).verdict).toBe('broken');
  });
});

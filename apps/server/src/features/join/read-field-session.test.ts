import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import { joinByLink } from '../../testing/join-by-link.ts';
import { mintInviteFor } from '../../testing/mint-invite-for.ts';
import { setSessionStatus } from '../../testing/set-session-status.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { readFieldSession } from './prepared/read-field-session.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const join = async () => {
  const { session, invite } = await mintInviteFor(server, {});
  const { body } = await joinByLink(invite.join_url);
  return { session, invite, token: body.field_session_token };
};

test('tells whose a token is, of each that the device got', async () => {
  const { session, invite, token } = await join();
  const { body } = await joinByLink(invite.join_url);
  const owner = {
    organisationId: server.seed.organisationId,
    sessionId: session.id,
    participantId: invite.id,
    hasEnded: false,
    hasLeft: false,
  };
  const second = body.field_session_token;
  expect(await readFieldSession(server.context, token)).toEqual({ ...owner, tokenHash: hashToken(token) });
  expect(await readFieldSession(server.context, second)).toEqual({ ...owner, tokenHash: hashToken(second) });
});

test('lives past the lifetime of the invite, while the session is open or recording', async () => {
  const { session, token } = await join();
  server.clock.advance(11 * 24 * 3_600_000);
  await setSessionStatus(server, session.id, 'recording');
  expect(await readFieldSession(server.context, token)).toMatchObject({ sessionId: session.id });
});

test.each([
  ['a revocation', (sessionId: string, id: string) => server.client.participants.revoke(sessionId, id)],
  ['a reissue', (sessionId: string, id: string) => server.client.participants.reissue(sessionId, id)],
])('dies with %s', async (_title, act) => {
  const { session, invite, token } = await join();
  await act(session.id, invite.id);
  expect(await readFieldSession(server.context, token)).toBeUndefined();
});

test('lives on for the uploads under way when the session ends, and dies when their time is over', async () => {
  const { session, token } = await join();
  await server.client.sessions.end(session.id);
  expect(await readFieldSession(server.context, token)).toMatchObject({ hasEnded: true });
  server.clock.advance(server.context.config.uploadGraceMs);
  expect(await readFieldSession(server.context, token)).toBeUndefined();
});

test('a token that was never given is nobody’s', async () => {
  expect(await readFieldSession(server.context, 'A'.repeat(43))).toBeUndefined();
  expect(await readFieldSession(server.context, '')).toBeUndefined();
});

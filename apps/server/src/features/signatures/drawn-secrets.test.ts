import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { completeSession } from '../../testing/complete-session.ts';
import { createTestSeal } from '../../testing/create-test-seal.ts';
import { joinByLink } from '../../testing/join-by-link.ts';
import { mintInviteFor } from '../../testing/mint-invite-for.ts';
import { openSigningDevice } from '../../testing/signing-device.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { seal: createTestSeal().seal, demoSigner: createTestSeal().seal });
});
afterAll(() => server.close());

it('every link and token that opens something is 32 bytes of the source of randomness, and every code six digits of it', async () => {
  const { sessionId } = await completeSession(server);
  const bytes = vi.spyOn(server.context.random, 'bytes');
  const below = vi.spyOn(server.context.random, 'below');
  const { invite } = await mintInviteFor(server);
  const joined = await joinByLink(invite.join_url, { code: invite.otp_code });
  const signature = await server.client.signatures.request(sessionId, {
    signer: { name: 'Ada Rossi', email: 'ada@example.com' },
    level: 'SES',
  });
  const signer = openSigningDevice(server, signature);
  const code = await signer.receiveCode();
  const { body } = await signer.byLink('POST', '/verify', { code });
  const tokens = [
    new URL(invite.join_url).hash.slice(1),
    joined.body.field_session_token,
    new URL(signature.sign_url).hash.slice(1),
    String(body['signing_session_token']),
  ];
  const drawn = bytes.mock.results.map(({ value }) => value as Buffer);
  for (const token of tokens)
    expect(drawn.find((each) => each.toString('base64url') === token)).toHaveLength(32);
  const codes = below.mock.calls.flatMap(([max], at) =>
    max === 1_000_000 ? [String(below.mock.results[at]!.value).padStart(6, '0')] : [],
  );
  expect(codes).toEqual(expect.arrayContaining([invite.otp_code, code]));
});

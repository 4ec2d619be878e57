import { afterAll, beforeAll, expect, it } from 'vitest';
import { completeSession } from '../../testing/complete-session.ts';
import { createTestSeal } from '../../testing/create-test-seal.ts';
import { openSigningDevice } from '../../testing/signing-device.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { cleanUpSigningTokens } from './exports/clean-up-signatures.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  const { seal } = createTestSeal();
  server = await startTestServer({}, { seal, demoSigner: seal });
});
afterAll(() => server.close());

const listKinds = async () =>
  (await server.context.database.prisma.signingToken.findMany()).map(({ kind }) => kind).sort();
const cleanUpAfter = async (days: number) => {
  server.clock.advance(days * DAY_MS);
  await cleanUpSigningTokens(server.context);
  return listKinds();
};

it('the token of a signing session goes 30 days after it, that of the link 30 days after its 14 days', async () => {
  const { sessionId } = await completeSession(server);
  const asked = await server.client.signatures.request(sessionId, {
    signer: { name: 'Ada Rossi', email: 'ada@example.com' },
    level: 'SES',
  });
  const device = openSigningDevice(server, asked);
  expect((await device.byLink('POST', '/verify', { code: await device.receiveCode() })).status).toBe(200);
  expect(await cleanUpAfter(30)).toEqual(['link', 'session']);
  expect(await cleanUpAfter(0.1)).toEqual(['link']);
  expect(await cleanUpAfter(13.8)).toEqual(['link']);
  expect(await cleanUpAfter(0.2)).toEqual([]);
});

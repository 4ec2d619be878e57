import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connectSignalling } from '../../testing/connect-signalling.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { describeMediaConnection } from '../../platform/media-connection.ts';
import { MAX_SOCKETS_OF_IDENTITY } from './count-sockets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const createToken = async (name = 'one'): Promise<string> => {
  const { id } = await server.client.sessions.create({});
  const { organisationId, credentialId } = server.seed;
  const peer = { organisationId, credentialId, sessionId: id, role: 'operator' } as const;
  return describeMediaConnection(server.context, { ...peer, identity: `operator-${name}` }).token;
};
const largest = { type: 'offer', sdp: 'x'.repeat(60_000) };
const RATE_LIMITED = { code: 4429, reason: 'rate_limited' };

it('who connects again has no more to send than before: the allowance is of the identity, not of the socket', async () => {
  const token = await createToken();
  const first = await connectSignalling(server.baseUrl, { token });
  for (let n = 0; n < 30; n++) first.send(largest);
  expect(await first.closed).toEqual(RATE_LIMITED);
  const stored = () => server.context.database.prisma.mediaSignal.count();
  const before = await stored();
  const second = await connectSignalling(server.baseUrl, { token });
  expect((await second.next()).type).toBe('welcome');
  second.send(largest);
  expect(await second.closed).toEqual(RATE_LIMITED);
  // The second connection told that it came, and that it left.
  await vi.waitFor(async () => expect(await stored()).toBe(before + 2), 30_000);
});

it('who connects again and again is let in no more for a while, and another identity is', async () => {
  const token = await createToken();
  const ends: { code: number }[] = [];
  for (let n = 0; n < 21; n++) {
    const client = await connectSignalling(server.baseUrl, { token });
    if (n < 20) await client.next().then(() => client.close());
    else ends.push(await client.closed);
  }
  expect(ends).toEqual([RATE_LIMITED]);
  const other = await connectSignalling(server.baseUrl, { token: await createToken('two') });
  expect((await other.next()).type).toBe('welcome');
  await other.close();
});

it('an identity has no more sockets at once than its cap, though each takes the place of the one before', async () => {
  const token = await createToken();
  const open = () => connectSignalling(server.baseUrl, { token });
  const held = [];
  for (let n = 0; n < MAX_SOCKETS_OF_IDENTITY; n++) {
    const client = await open();
    expect((await client.next()).type).toBe('welcome');
    // Reads nothing more, so that its goodbye waits.
    client.socket.pause();
    held.push(client);
  }
  const late = await open();
  expect(await late.closed).toEqual({ code: 4430, reason: 'too_many_sockets' });
  for (const { socket } of held) socket.terminate();
  await vi.waitFor(
    async () => {
      const again = await open();
      expect((await again.next()).type).toBe('welcome');
      await again.close();
    },
    { timeout: 10_000, interval: 100 },
  );
});

it('upgrades are counted by address, and refused with 429 before a socket is theirs', async () => {
  const small = await startTestServer({ UNAUTHENTICATED_RATE_LIMIT: '30' });
  const outcomes: string[] = [];
  for (let n = 0; n < 4; n++) {
    outcomes.push(
      await connectSignalling(small.baseUrl).then(
        ({ socket }) => (socket.terminate(), 'open'),
        (error: Error) => error.message,
      ),
    );
  }
  expect(outcomes).toEqual(['open', 'open', 'open', 'Unexpected server response: 429']);
  await small.close();
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../platform/logger.ts';
import { describeMediaConnection } from '../../platform/media-connection.ts';
import { connectSignalling } from '../../testing/connect-signalling.ts';
import { joinByLink } from '../../testing/join-by-link.ts';
import { startSecondServer } from '../../testing/start-second-server.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const createSession = () => server.client.sessions.create({});
const tokenOf = (sessionId: string, organisationId = server.seed.organisationId) =>
  describeMediaConnection(server.context, {
    organisationId,
    sessionId,
    role: 'operator',
    identity: 'operator-one',
    credentialId: server.seed.credentialId,
  }).token;

describe('a token', () => {
  it('goes as a subprotocol value, and does not come back', async () => {
    const session = await createSession();
    const client = await connectSignalling(server.baseUrl, { token: tokenOf(session.id) });
    expect(client.socket.protocol).toBe('fis.v1');
    await client.close();
  });

  it('may go as the first message instead', async () => {
    const session = await createSession();
    const client = await connectSignalling(server.baseUrl, { protocols: [] });
    client.send({ type: 'authenticate', token: tokenOf(session.id) });
    expect((await client.next()).type).toBe('welcome');
    await client.close();
  });

  it('is not looked for in the query or in another header', async () => {
    const session = await createSession();
    const token = tokenOf(session.id);
    const client = await connectSignalling(server.baseUrl, {
      headers: { authorization: `Bearer ${token}` },
      query: `?token=${token}`,
    });
    client.send({ type: 'bye' });
    expect(await client.closed).toEqual({ code: 4401, reason: 'unauthenticated' });
  });

  it('is refused when it is forged, changed or of another purpose', async () => {
    const session = await createSession();
    const [claims = '', mac = ''] = tokenOf(session.id).split('.');
    const other = Buffer.from(claims, 'base64url').toString().replace('operator-one', 'operator-two');
    const forged = [
      `${Buffer.from(other).toString('base64url')}.${mac}`,
      `${claims}.${Buffer.alloc(32).toString('base64url')}`,
      claims,
      `${claims}.${server.context.keyring.sign('cursor', claims).toString('base64url')}`,
    ];
    for (const token of forged) {
      const client = await connectSignalling(server.baseUrl, { token });
      expect(await client.closed).toEqual({ code: 4401, reason: 'unauthenticated' });
    }
  });

  it('is in the log: a wrong one as a guess with its address, a good one by who entered, and neither itself', async () => {
    const written: string[] = [];
    const log = createLogger('info', { write: (line) => void written.push(line) });
    const aside = await startTestServer({}, { log });
    const { id } = await aside.client.sessions.create({});
    const { token, identity } = await aside.client.sessions.createMediaConnection(id);
    const wrong = `${token.slice(0, -2)}AA`;
    await (
      await connectSignalling(aside.baseUrl, { token: wrong })
    ).closed;
    const client = await connectSignalling(aside.baseUrl, { token });
    expect((await client.next()).type).toBe('welcome');
    await client.close();
    const { organisationId } = aside.seed;
    const lines = written.map((line) => JSON.parse(line) as { msg: string; component?: string });
    expect(lines.filter(({ component }) => component === 'signalling')).toMatchObject([
      { msg: 'guess refused', guessed: 'token', address: '127.0.0.1', code: 'unauthenticated' },
      { msg: 'entered', organisation_id: organisationId, session_id: id, identity },
    ]);
    expect(written.join('')).not.toMatch(new RegExp(`${token.slice(0, 40)}|${token.slice(-20)}`));
    await aside.close();
  });

  it('is refused when it has expired', async () => {
    const aside = await startTestServer();
    const session = await aside.client.sessions.create({});
    const { token, expires_at } = await aside.client.sessions.createMediaConnection(session.id);
    aside.clock.set(new Date(expires_at));
    const client = await connectSignalling(aside.baseUrl, { token });
    expect(await client.closed).toEqual({ code: 4401, reason: 'unauthenticated' });
    await aside.close();
  });

  it('must come in time', async () => {
    const second = await startSecondServer(server, { authenticateMs: 50 });
    const client = await connectSignalling(second.baseUrl);
    expect(await client.closed).toEqual({ code: 4408, reason: 'authentication_timeout' });
    await second.close();
  });

  it('of another organisation leads into no room of this one', async () => {
    const session = await createSession();
    const token = tokenOf(session.id, '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01');
    const client = await connectSignalling(server.baseUrl, { token });
    expect(await client.closed).toEqual({ code: 4410, reason: 'session_ended' });
  });
});

describe("a field person's token", () => {
  it('is dead once its invite is reissued, also after the new link is redeemed', async () => {
    const session = await createSession();
    const invite = await server.client.participants.create(session.id, {});
    const first = await joinByLink(invite.join_url);
    const again = await server.client.participants.reissue(session.id, invite.id);
    const second = await joinByLink(again.join_url);
    const old = await connectSignalling(server.baseUrl, { token: first.body.media_connection.token });
    expect((await old.closed).code).toBe(4403);
    const current = await connectSignalling(server.baseUrl, { token: second.body.media_connection.token });
    expect((await current.next()).type).toBe('welcome');
    await current.close();
  });
});

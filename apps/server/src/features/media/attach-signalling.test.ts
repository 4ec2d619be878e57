import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSignalling, type SignallingClient } from '../../testing/connect-signalling.ts';
import { joinByLink } from '../../testing/join-by-link.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { startSecondServer } from '../../testing/start-second-server.ts';
import { describeMediaConnection } from '../../platform/media-connection.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const OFFER = { type: 'offer', sdp: 'v=0\r\no=- 1 2 IN IP4 127.0.0.1' };
const ANSWER = { type: 'answer', sdp: 'v=0\r\no=- 2 2 IN IP4 127.0.0.1' };
const candidate = (n: number) => ({
  type: 'candidate',
  candidate: { candidate: `candidate:${n}`, sdpMid: '0', sdpMLineIndex: 0, usernameFragment: 'u' },
});

const createSession = () => server.client.sessions.create({});
const operatorToken = (sessionId: string, name = 'one') =>
  describeMediaConnection(server.context, {
    organisationId: server.seed.organisationId,
    sessionId,
    role: 'operator',
    identity: `operator-${name}`,
    credentialId: server.seed.credentialId,
  }).token;

const connectBoth = async ({ operatorAt = server.baseUrl, fieldAt = server.baseUrl } = {}) => {
  const session = await createSession();
  const invite = await server.client.participants.create(session.id, {});
  const joined = await joinByLink(invite.join_url);
  const media = await server.client.sessions.createMediaConnection(session.id);
  const operator = await connectSignalling(operatorAt, { token: media.token });
  expect((await operator.next()).type).toBe('welcome');
  const field = await connectSignalling(fieldAt, { token: joined.body.media_connection.token });
  const fieldId = joined.body.media_connection.identity;
  return { session, invite, operator, operatorId: media.identity, field, fieldId };
};

describe('two peers of a session', () => {
  it('exchange offer, answer and candidates, each with the name of its sender, in order', async () => {
    const { operator, operatorId, field, fieldId } = await connectBoth();
    expect(await field.next()).toMatchObject({
      type: 'welcome',
      identity: fieldId,
      peers: [{ identity: operatorId, role: 'operator' }],
    });
    expect(await operator.next()).toEqual({ type: 'peer_joined', identity: fieldId, role: 'field' });
    operator.send(OFFER);
    for (let n = 0; n < 20; n++) operator.send(candidate(n));
    expect(await field.next()).toEqual({ ...OFFER, from: operatorId });
    for (let n = 0; n < 20; n++) expect(await field.next()).toEqual({ ...candidate(n), from: operatorId });
    field.send(ANSWER);
    field.send({ type: 'candidate', candidate: null });
    expect(await operator.next()).toEqual({ ...ANSWER, from: fieldId });
    expect(await operator.next()).toEqual({ type: 'candidate', candidate: null, from: fieldId });
    await field.close();
    expect(await operator.next()).toEqual({ type: 'peer_left', identity: fieldId });
    await operator.close();
  });

  it('say goodbye without leaving', async () => {
    const { operator, operatorId, field } = await connectBoth();
    await field.next();
    operator.send({ type: 'bye' });
    expect(await field.next()).toEqual({ type: 'bye', from: operatorId });
    operator.send(OFFER);
    expect(await field.next()).toMatchObject(OFFER);
    await Promise.all([operator.close(), field.close()]);
  });

  it('are counted while they are connected', async () => {
    const peers = async () => (await server.context.metrics.mediaPeers.get()).values[0]?.value ?? 0;
    await expect.poll(peers).toBe(0);
    const { operator, field } = await connectBoth();
    await field.next();
    expect(await peers()).toBe(2);
    await Promise.all([operator.close(), field.close()]);
    await expect.poll(peers).toBe(0);
  });
});

describe('a room', () => {
  it('is heard by nobody of another session', async () => {
    const [one, other] = await Promise.all([connectBoth(), connectBoth()]);
    await one.field.next();
    await other.field.next();
    await other.operator.next();
    one.operator.send(OFFER);
    await one.field.next();
    // The next signal in the other room is the first there: nothing leaked.
    other.field.send(ANSWER);
    expect(await other.operator.next()).toEqual({ ...ANSWER, from: other.fieldId });
    expect([other.field.waiting(), other.operator.waiting()]).toEqual([[], []]);
    await Promise.all([one.operator, one.field, other.operator, other.field].map((peer) => peer.close()));
  });

  it('passes a signal with `to` to that peer alone', async () => {
    const session = await createSession();
    const [a, b, c] = await connectAll(session.id, ['a', 'b', 'c']);
    a!.send({ ...OFFER, to: 'operator-b' });
    a!.send({ type: 'bye' });
    expect(await b!.next()).toEqual({ ...OFFER, from: 'operator-a' });
    expect(await c!.next()).toEqual({ type: 'bye', from: 'operator-a' });
    await Promise.all([a, b, c].map((peer) => peer!.close()));
  });

  it('takes eight peers and no ninth, until one leaves', async () => {
    const session = await createSession();
    const peers = await connectAll(session.id, ['1', '2', '3', '4', '5', '6', '7', '8']);
    const ninth = await connectSignalling(server.baseUrl, { token: operatorToken(session.id, '9') });
    expect(await ninth.closed).toEqual({ code: 4423, reason: 'room_full' });
    await peers[0]!.close();
    expect(await peers[1]!.next()).toEqual({ type: 'peer_left', identity: 'operator-1' });
    const again = await connectSignalling(server.baseUrl, { token: operatorToken(session.id, '9') });
    expect((await again.next()).type).toBe('welcome');
    await Promise.all([...peers.slice(1), again].map((peer) => peer.close()));
  });

  it('has each identity once: who connects again takes the place of the connection before', async () => {
    const { operator, operatorId, session, field, fieldId } = await connectBoth();
    await field.next();
    await operator.next();
    const media = await server.client.sessions.createMediaConnection(session.id);
    const again = await connectSignalling(server.baseUrl, { token: media.token });
    expect((await again.next()).peers).toEqual([{ identity: fieldId, role: 'field' }]);
    expect(await operator.closed).toEqual({ code: 4409, reason: 'replaced' });
    expect(await field.next()).toEqual({ type: 'peer_joined', identity: operatorId, role: 'operator' });
    again.send(OFFER);
    // No peer_left came in between: nobody has left.
    expect(await field.next()).toEqual({ ...OFFER, from: operatorId });
    await Promise.all([again.close(), field.close()]);
  });

  it('closes within two seconds when the session ends, and stays closed', async () => {
    const { operator, field, session } = await connectBoth();
    const media = await server.client.sessions.createMediaConnection(session.id);
    await server.client.sessions.end(session.id);
    const started = performance.now();
    const ended = { code: 4410, reason: 'session_ended' };
    expect([await operator.closed, await field.closed]).toEqual([ended, ended]);
    expect(performance.now() - started).toBeLessThan(2_000);
    const late = await connectSignalling(server.baseUrl, { token: media.token });
    expect(await late.closed).toEqual(ended);
  });

  it('lets a field person go whose invite is revoked or reissued, and in no more', async () => {
    const expired = { code: 4403, reason: 'invite_expired' };
    const { operator, session, invite, field } = await connectBoth();
    const { participants } = server.client;
    await participants.revoke(session.id, invite.id);
    expect(await field.closed).toEqual(expired);

    const other = await participants.create(session.id, {});
    const { token } = (await joinByLink(other.join_url)).body.media_connection;
    const joined = await connectSignalling(server.baseUrl, { token });
    await participants.reissue(session.id, other.id);
    expect(await joined.closed).toEqual(expired);
    const again = await connectSignalling(server.baseUrl, { token });
    expect(await again.closed).toEqual(expired);
    expect(operator.socket.readyState).toBe(operator.socket.OPEN);
    await operator.close();
  });
});

const connectAll = async (sessionId: string, names: string[]): Promise<SignallingClient[]> => {
  const clients: SignallingClient[] = [];
  for (const name of names) {
    const client = await connectSignalling(server.baseUrl, { token: operatorToken(sessionId, name) });
    expect((await client.next()).type).toBe('welcome');
    for (const other of clients) expect((await other.next()).type).toBe('peer_joined');
    clients.push(client);
  }
  return clients;
};

describe('a message', () => {
  it.each([
    ['no JSON', '{'],
    ['binary', Buffer.from([1, 2, 3])],
    ['of an unknown type', { type: 'shout', sdp: 'x' }],
    ['with a field too many', { ...OFFER, from: 'somebody else' }],
    ['without its content', { type: 'answer' }],
    ['with content of a wrong type', { type: 'candidate', candidate: 'candidate:1' }],
    ['no object', '"offer"'],
  ])('that is %s is answered with an error and reaches nobody', async (_what, message) => {
    const { operator, operatorId, field } = await connectBoth();
    await field.next();
    await operator.next();
    operator.send(message);
    expect(await operator.next()).toMatchObject({ type: 'error', code: 'invalid_message' });
    operator.send(OFFER);
    expect(await field.next()).toEqual({ ...OFFER, from: operatorId });
    await Promise.all([operator.close(), field.close()]);
  });

  it('ping is answered with a pong, and reaches nobody', async () => {
    const { operator, operatorId, field } = await connectBoth();
    await field.next();
    await operator.next();
    operator.send({ type: 'ping' });
    expect(await operator.next()).toEqual({ type: 'pong' });
    operator.send(OFFER);
    expect(await field.next()).toEqual({ ...OFFER, from: operatorId });
    await Promise.all([operator.close(), field.close()]);
  });

  it('of 64 KiB passes, a larger one ends the connection', async () => {
    const { operator, operatorId, field } = await connectBoth();
    await field.next();
    await operator.next();
    const empty = JSON.stringify({ type: 'offer', sdp: '' }).length;
    const largest = { type: 'offer', sdp: 'x'.repeat(65_536 - empty) };
    operator.send(largest);
    expect(await field.next()).toEqual({ ...largest, from: operatorId });
    operator.send({ type: 'offer', sdp: `${largest.sdp}x` });
    expect((await operator.closed).code).toBe(1009);
    expect(await field.next()).toEqual({ type: 'peer_left', identity: operatorId });
    await field.close();
  });

  it('too many in a burst ends the connection', async () => {
    const session = await createSession();
    const client = await connectSignalling(server.baseUrl, { token: operatorToken(session.id) });
    for (let n = 0; n < 201; n++) client.send(candidate(n));
    expect(await client.closed).toEqual({ code: 4429, reason: 'rate_limited' });
  });

  it('ping counts like every other: a flood of them ends the connection', async () => {
    const session = await createSession();
    const client = await connectSignalling(server.baseUrl, { token: operatorToken(session.id) });
    for (let n = 0; n < 201; n++) client.send({ type: 'ping' });
    expect(await client.closed).toEqual({ code: 4429, reason: 'rate_limited' });
  });
});

describe('a server', () => {
  it('ignores an upgrade that it does not offer, and answers the request', async () => {
    const request = (path: string, upgrade: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1');
        let reply = '';
        socket.on('data', (chunk) => (reply += chunk.toString()));
        socket.on('close', () => resolve(reply));
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.seed.apiKey}\r\n` +
            `Connection: Upgrade, close\r\nUpgrade: ${upgrade}\r\n\r\n`,
        );
      });
    expect(await request('/api/v1/public/sessions', 'h2c')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await request('/v1/signalling/x', 'websocket')).toMatch(/^HTTP\/1\.1 404 .*problem\+json/s);
  });

  it('drops a peer that does not answer pings', async () => {
    const second = await startSecondServer(server, { pingMs: 50 });
    const session = await createSession();
    const answering = await connectSignalling(second.baseUrl, { token: operatorToken(session.id, 'two') });
    expect((await answering.next()).type).toBe('welcome');
    const options = { token: operatorToken(session.id), autoPong: false };
    const silent = await connectSignalling(second.baseUrl, options);
    expect((await silent.closed).code).toBe(1006);
    expect(await answering.next()).toMatchObject({ type: 'peer_joined', identity: 'operator-one' });
    expect(await answering.next()).toEqual({ type: 'peer_left', identity: 'operator-one' });
    await second.close();
  });

  it('says that it is going when it stops, and its peers leave their rooms', async () => {
    const second = await startSecondServer(server);
    const { operator, fieldId, field } = await connectBoth({ fieldAt: second.baseUrl });
    await operator.next();
    await second.close();
    expect(await field.closed).toEqual({ code: 1001, reason: 'going_away' });
    expect(await operator.next()).toEqual({ type: 'peer_left', identity: fieldId });
    await operator.close();
  });
});

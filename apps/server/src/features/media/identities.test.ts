import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nameCookie } from '../../http/callers/cookies.ts';
import { connectSignalling } from '../../testing/connect-signalling.ts';
import { createCredential } from '../../testing/create-credential.ts';
import { revokeCredential } from '../../testing/revoke-credential.ts';
import { callerWith, FIREFOX, signInAs, type SignedIn } from '../../testing/sign-in.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { openSession } from '../sign-in/exports/open-session.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const signInElsewhere = async (memberId: string): Promise<SignedIn['call']> => {
  const { context } = server;
  const member = await context.database.prisma.member.findFirstOrThrow({ where: { id: memberId } });
  const device = { address: '192.0.2.2', userAgent: FIREFOX };
  const token = await context.transact((tx) => openSession(context, tx, { member, way: 'code', device }));
  return callerWith(server, `${nameCookie(context.config, 'session')}=${token}`);
};

type Entry = { token: string; identity: string };

const askToEnter = async (call: SignedIn['call'], sessionId: string): Promise<Entry> => {
  const { body } = await call(`POST /sessions/${sessionId}/media`, { root: '/api/v1/public' });
  return { token: body['token'] as string, identity: body['identity'] as string };
};

const enter = async ({ token }: Entry) => {
  const peer = await connectSignalling(server.baseUrl, { token });
  const { peers } = await peer.next();
  return { peer, peers };
};

/** Ada is in the room of a session with her key, and is signed in on two devices. */
const openRoom = async () => {
  const { id } = await server.client.sessions.create({});
  const ada = await signInAs(server, 'inspector');
  const { id: keyId, api_key: apiKey } = await createCredential(server.context, {
    organisationId: server.seed.organisationId,
    memberId: ada.memberId,
    operatorEmail: ada.email,
    scopes: ['sessions:write'],
    name: 'Script',
  });
  const byKey = await server.clientOf(apiKey).sessions.createMediaConnection(id);
  const phone = await askToEnter(ada.call, id);
  const callByLaptop = await signInElsewhere(ada.memberId);
  const laptop = await askToEnter(callByLaptop, id);
  return { id, ada, callByLaptop, keyId, byKey, phone, laptop };
};

describe('in a room', () => {
  it('a member is one, whatever device: the newest takes the place of the one before', async () => {
    const { ada, byKey, phone, laptop } = await openRoom();
    expect([phone.identity, laptop.identity]).toEqual(Array(2).fill(`operator-${ada.memberId}`));

    const key = await enter(byKey);
    const onPhone = await enter(phone);
    expect(onPhone.peers).toEqual([{ identity: byKey.identity, role: 'operator' }]);
    const onLaptop = await enter(laptop);
    expect(onLaptop.peers).toEqual([{ identity: byKey.identity, role: 'operator' }]);
    expect(await onPhone.peer.closed).toMatchObject({ reason: 'replaced' });
    expect([await key.peer.next(), await key.peer.next()]).toEqual(
      Array(2).fill({ type: 'peer_joined', identity: laptop.identity, role: 'operator' }),
    );
    await Promise.all([key.peer.close(), onLaptop.peer.close()]);
  });

  it('a key is one of its own, also a key of a member who is there', async () => {
    const { ada, byKey } = await openRoom();
    expect(byKey.identity).toMatch(/^operator-/);
    expect(byKey.identity).not.toBe(`operator-${ada.memberId}`);
  });

  it('other members, and the same person in another session, are others', async () => {
    const { id, phone } = await openRoom();
    const eve = await askToEnter((await signInAs(server, 'inspector')).call, id);
    expect(eve.identity).not.toBe(phone.identity);
  });

  it('the end of one device’s session closes that device alone', async () => {
    const { ada, callByLaptop, keyId, byKey, phone, laptop } = await openRoom();
    const [withKey, onLaptop] = [await enter(byKey), await enter(laptop)];
    expect((await ada.call('POST /me/sign-out')).status).toBe(200);
    // Rooms hear of ends in their order: of this one after the one before.
    await revokeCredential(server.context, { credentialId: keyId });
    await withKey.peer.closed;
    expect(await onLaptop.peer.next()).toMatchObject({ type: 'peer_left', identity: byKey.identity });
    onLaptop.peer.send({ type: 'ping' });
    expect(await onLaptop.peer.next()).toEqual({ type: 'pong' });

    const refused = await connectSignalling(server.baseUrl, { token: phone.token });
    expect(await refused.closed).toMatchObject({ reason: 'unauthenticated' });
    expect((await callByLaptop('POST /me/sign-out')).status).toBe(200);
    const answeredMs = performance.now();
    expect(await onLaptop.peer.closed).toMatchObject({ reason: 'unauthenticated' });
    // The next beat, up to ten seconds later, would find it, too.
    expect(performance.now() - answeredMs).toBeLessThan(2_000);
  });

  it('who is disabled leaves with every device and key', async () => {
    const { ada, byKey, laptop } = await openRoom();
    const inside = [await enter(byKey), await enter(laptop)];
    const admin = await signInAs(server, 'org_admin');
    await admin.call(`PATCH /org/members/${ada.memberId}`, { body: { status: 'disabled' } });
    for (const { peer } of inside) expect(await peer.closed).toMatchObject({ reason: 'unauthenticated' });
  });
});

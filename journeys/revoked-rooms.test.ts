import { FieldInspection } from '@field-inspection/sdk';
import { SCOPES, type RoleName } from '@field-inspection/contract';
import { addMember } from '@field-inspection/server/testing/add-member';
import { connectSignalling } from '@field-inspection/server/testing/connect-signalling';
import { createCredential } from '@field-inspection/server/testing/create-credential';
import { joinByLink } from '@field-inspection/server/testing/join-by-link';
import { openProcessWorld, type ProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { runAdmin } from '@field-inspection/server/testing/run-admin';
import type { SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let world: ProcessWorld;
let near: SpawnedServer;
let far: SpawnedServer;
let client: FieldInspection;

beforeAll(async () => {
  world = await openProcessWorld();
  [near, far] = await Promise.all([world.spawn('api'), world.spawn('api')]);
  client = new FieldInspection({ apiKey: world.seed.apiKey, baseUrl: near.baseUrl });
});
afterAll(() => world.close());

const enter = async (server: SpawnedServer, token: string) => {
  const peer = await connectSignalling(server.baseUrl, { token });
  expect((await peer.next()).type).toBe('welcome');
  return peer;
};

/** A peer that was welcome before the end came in; a later check found it. */
const refusalAt = async (server: SpawnedServer, token: string) => {
  const peer = await connectSignalling(server.baseUrl, { token });
  const refusal = await peer.closed;
  expect(peer.waiting()).toEqual([]);
  return refusal;
};

/** The field person is in a room of one process, and their right is ended at the other. */
const joinRoom = async () => {
  const session = await client.sessions.create();
  const invite = await client.participants.create(session.id);
  const { field_session_token, media_connection } = (await joinByLink(invite.join_url)).body;
  return {
    ids: [session.id, invite.id] as const,
    fieldToken: field_session_token,
    mediaToken: media_connection.token,
    peer: await enter(far, media_connection.token),
  };
};

type Room = Awaited<ReturnType<typeof joinRoom>>;

const leave = ({ fieldToken }: Room) =>
  fetch(`${near.baseUrl}/v1/field/leave`, {
    method: 'POST',
    headers: { authorization: `Bearer ${fieldToken}` },
  });

const EXPIRED = { code: 4403, reason: 'invite_expired' };
const ENDS: [string, (room: Room) => Promise<unknown>, { code: number; reason: string }][] = [
  ['the invite is revoked', ({ ids }) => client.participants.revoke(...ids), EXPIRED],
  ['the invite is reissued', ({ ids }) => client.participants.reissue(...ids), EXPIRED],
  ['the device leaves', leave, EXPIRED],
  ['the session ends', ({ ids }) => client.sessions.end(ids[0]), { code: 4410, reason: 'session_ended' }],
];

/** Measures from an answer to the end of the sockets. */
const timeTo = async (closed: Promise<unknown>[]): Promise<number> => {
  const start = performance.now();
  await Promise.all(closed);
  return performance.now() - start;
};

describe('a room closes within a second over all processes, and its token lets nobody in again', () => {
  it.each(ENDS)('once %s', async (_, end, refusal) => {
    const room = await joinRoom();
    await end(room);
    expect(await timeTo([room.peer.closed])).toBeLessThan(1_000);
    expect(await room.peer.closed).toEqual(refusal);
    for (const server of [near, far]) expect(await refusalAt(server, room.mediaToken)).toEqual(refusal);
  });

  it('once the API key is revoked with script/admin, in every room that it looks into; others stay', async () => {
    const { id, api_key } = await createCredential(world.context, {
      organisationId: world.seed.organisationId,
      name: '',
      scopes: ['sessions:read', 'sessions:write'],
      operatorEmail: 'ada@example.com',
    });
    const operator = new FieldInspection({ apiKey: api_key, baseUrl: near.baseUrl });
    const sessions = [await operator.sessions.create(), await operator.sessions.create()];
    const tokenOf = async (by: FieldInspection, at: number) =>
      (await by.sessions.createMediaConnection(sessions[at]!.id)).token;
    const tokens = [await tokenOf(operator, 0), await tokenOf(operator, 1)];
    const peers = [await enter(near, tokens[0]!), await enter(far, tokens[1]!)];
    const other = await enter(far, await tokenOf(client, 0));

    const argv = ['credential', 'revoke', '--credential', id];
    expect((await runAdmin({ DATABASE_URL: world.databaseUrl }, ...argv)).exitCode).toBe(0);
    expect(await timeTo(peers.map(({ closed }) => closed))).toBeLessThan(1_000);
    const refusal = { code: 4401, reason: 'unauthenticated' };
    for (const { closed } of peers) expect(await closed).toEqual(refusal);
    for (const token of tokens) expect(await refusalAt(near, token)).toEqual(refusal);
    expect(other.socket.readyState).toBe(other.socket.OPEN);
    await other.close();
  });
});

const enterAsMember = async (role: RoleName) => {
  const { organisationId } = world.seed;
  const email = `member${++members}@example.com`;
  const person = { organisationId, name: 'Ada', email, role, locale: 'en' as const };
  const { id: memberId } = await addMember(world.context, person);
  const key = { organisationId, name: '', scopes: [...SCOPES], operatorEmail: email, memberId };
  const { id: credentialId, api_key } = await createCredential(world.context, key);
  const operator = new FieldInspection({ apiKey: api_key, baseUrl: near.baseUrl });
  const sessions = [await client.sessions.create(), await client.sessions.create()];
  const tokens = await Promise.all(
    sessions.map(async ({ id }) => (await operator.sessions.createMediaConnection(id)).token),
  );
  const peers = [await enter(near, tokens[0]!), await enter(far, tokens[1]!)];
  return { memberId, credentialId, tokens, peers };
};

let members = 0;
type Seated = Awaited<ReturnType<typeof enterAsMember>>;

const setRole =
  (role: RoleName) =>
  ({ memberId }: Seated) =>
    client.members.update(memberId, { role });
const bindTo =
  (network: string) =>
  ({ credentialId }: Seated) =>
    client.credentials.update(credentialId, { allowed_networks: [network] });

describe('the connections of an operator whose right became smaller', () => {
  const NARROWINGS: [string, (seated: Seated) => Promise<unknown>][] = [
    ['the member is made auditor', setRole('auditor')],
    ['the key is bound to other networks', bindTo('192.0.2.0/24')],
  ];
  it.each(NARROWINGS)(
    'close within a second over all processes once %s, and the old tokens let nobody in again; others stay',
    async (_, narrow) => {
      const seated = await enterAsMember('inspector');
      const other = await enterAsMember('inspector');
      await narrow(seated);
      expect(await timeTo(seated.peers.map(({ closed }) => closed))).toBeLessThan(1_000);
      const refusal = { code: 4401, reason: 'unauthenticated' };
      for (const { closed } of seated.peers) expect(await closed).toEqual(refusal);
      for (const token of seated.tokens)
        for (const server of [near, far]) expect(await refusalAt(server, token)).toEqual(refusal);
      for (const { socket, close } of other.peers) {
        expect(socket.readyState).toBe(socket.OPEN);
        await close();
      }
    },
  );

  it('stay where the new role, or the new networks, still give them', async () => {
    const { organisationId } = world.seed;
    // The last org_admin may not lose the role.
    const staying = { name: 'Eve', email: 'eve@example.com', role: 'org_admin', locale: 'en' } as const;
    await addMember(world.context, { ...staying, organisationId });
    const seated = await enterAsMember('org_admin');
    await setRole('inspector')(seated);
    await bindTo('127.0.0.0/8')(seated);
    // Each room has looked at the member's entries and stayed open, before it is told of new ones.
    for (const [at, server] of [near, far].entries()) {
      const again = await enter(server, seated.tokens[at]!);
      expect(await seated.peers[at]!.closed).toEqual({ code: 4409, reason: 'replaced' });
      await again.close();
    }
  });
});

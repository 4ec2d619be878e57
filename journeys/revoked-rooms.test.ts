import { FieldInspection } from '@field-inspection/sdk';
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
}, 60_000);
afterAll(() => world.close());

/** Enters a room, and is welcome there. */
const enter = async (server: SpawnedServer, token: string) => {
  const peer = await connectSignalling(server.baseUrl, { token });
  expect((await peer.next()).type).toBe('welcome');
  return peer;
};

const refusalAt = async (server: SpawnedServer, token: string) =>
  (await connectSignalling(server.baseUrl, { token })).closed;

/** A field person in a room of one process, whose right is ended at the other. */
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

/** The time from an answer to the end of the sockets. */
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

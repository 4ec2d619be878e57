import { FieldInspection } from '@field-inspection/sdk';
import {
  connectSignalling,
  type SignallingClient,
} from '../../apps/server/src/testing/connect-signalling.ts';
import { joinByLink } from '../../apps/server/src/testing/join-by-link.ts';
import { percentile } from '../harness/figures.ts';
import { atTimes, inTurn } from '../harness/turns.ts';
import type { Tenant } from '../stage/move-in.ts';
import type { Served } from './measure-calls.ts';

/** Below what one sender may send a second. */
const SIGNALS_PER_ROOM_SECOND = 1;

type Room = { operator: SignallingClient; person: SignallingClient };

/** The peers of a room are at different processes, where there are several. Counts from one to the other. */
export const measureRooms = async (
  servers: readonly Served[],
  { tenants, rooms: count, seconds }: { tenants: readonly Tenant[]; rooms: number; seconds: number },
): Promise<{ rooms: number; p50Ms: number; p99Ms: number }> => {
  const rooms = await inTurn(count, (turn) =>
    openRoom(servers, { turn, tenant: tenants[turn % tenants.length]! }),
  );
  const tookMs: number[] = [];
  await atTimes({ perSecond: count * SIGNALS_PER_ROOM_SECOND, seconds }, async (turn) => {
    const { operator, person } = rooms[turn % count]!;
    const beganMs = performance.now();
    operator.send({ type: 'candidate', candidate: { candidate: `candidate:${turn}` } });
    const { type } = await person.next();
    if (type !== 'candidate') throw new Error(`a peer got ${type}`);
    tookMs.push(performance.now() - beganMs);
  });
  await Promise.all(rooms.flatMap(({ operator, person }) => [operator.close(), person.close()]));
  return { rooms: count, p50Ms: percentile(tookMs, 0.5), p99Ms: percentile(tookMs, 0.99) };
};

const openRoom = async (
  servers: readonly Served[],
  { turn, tenant: { apiKey } }: { turn: number; tenant: Tenant },
): Promise<Room> => {
  const [near, far] = [servers[turn % servers.length]!, servers[(turn + 1) % servers.length]!];
  const client = new FieldInspection({ apiKey, baseUrl: near.baseUrl });
  const { id } = await client.sessions.create();
  const { join_url } = await client.participants.create(id);
  const field = (await joinByLink(join_url)).body.media_connection;
  const operator = await enter(near, (await client.sessions.createMediaConnection(id)).token);
  const person = await enter(far, field.token);
  await operator.next();
  return { operator, person };
};

const enter = async ({ baseUrl }: Served, token: string): Promise<SignallingClient> => {
  const peer = await connectSignalling(baseUrl, { token });
  await peer.next();
  return peer;
};

import { contract, policyOf, type Scope } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { rightOf } from '../../http/right-of.ts';
import { restOn } from '../../platform/database/right-lock.ts';
import type { Right } from '../../platform/database/effects.ts';
import type { Tx } from '../../platform/database/transact.ts';
import type { MediaPeer } from '../../platform/media-connection.ts';
import { type CloseReason, REFUSALS } from './close-reasons.ts';
import { SILENCE_SECONDS } from './exports/find-present.ts';
import { ANNOUNCE, type RoomEvent } from './exports/room-event.ts';
import type { RoomPeer } from './signal-message.ts';
import type { RoomConnection, Rooms } from './create-rooms.ts';

export type Admission =
  { ok: true; enteredId: bigint; peers: RoomPeer[] } | { ok: false; reason: CloseReason };

/** Room for a field person and every operator who looks on; each pair of peers has a connection of its own. */
const MAX_PEERS = 8;

/**
 * Lets a peer into its session's room, in place of an earlier connection of the same identity, and tells the room. It
 * locks the session and the right behind the token. The end of either waits for the lock, so that its `closed` comes
 * after this `joined`; and if two peers enter at once, the second sees the first.
 */
export const admitPeer = (
  context: Pick<Context, 'transact'>,
  {
    peer,
    address,
    connectionId,
    origin,
  }: { peer: MediaPeer; address: string | null; connectionId: string; origin: string },
): Promise<Admission> => {
  const admit = async (tx: Tx): Promise<Admission> => {
    const right = rightOfPeer(peer, address);
    await restOn(tx, right);
    const { isHeld, isLive } = await lockSession(tx, { peer, right });
    if (!isHeld) return { ok: false, reason: REFUSALS[peer.role] };
    if (!isLive) return { ok: false, reason: 'session_ended' };
    const peers = await listOthers(tx, peer);
    if (peers.length >= MAX_PEERS) return { ok: false, reason: 'room_full' };
    const enteredId = await enterRoom(tx, { peer, connectionId, origin });
    return { ok: true, enteredId, peers };
  };
  // A flood of entrances waits for the permits of its own organisation.
  return context.transact(admit, { sharedBy: peer });
};

export const ROOM_SCOPES: Scope[] = [policyOf(contract.sessions.createMediaConnection).scope!];

/** The right of an operator is that of a credential, within its networks. */
export const rightOfPeer = (peer: MediaPeer, address: string | null): Right => {
  const { organisationId } = peer;
  if (peer.role === 'operator') {
    const { credentialId } = peer;
    return rightOf({ organisationId, credentialId, keyHash: null, address, neededScopes: ROOM_SCOPES });
  }
  const tokenHash = Buffer.from(peer.device, 'base64url');
  return rightOf({ organisationId, participantId: peer.participantId, tokenHash });
};

// Raw, since Prisma can't lock. The right is judged here, under its lock, so the last statement need not judge again.
const lockSession = async (
  tx: Tx,
  { peer: { organisationId, sessionId }, right }: { peer: MediaPeer; right: Right },
): Promise<{ isHeld: boolean; isLive: boolean }> => {
  const [session] = await tx.db.$queryRaw<{ status: string; is_held: boolean }[]>`
    select status, coalesce((${right.holds}), false) as is_held
    from sessions
    where organisation_id = ${organisationId}::uuid and id = ${sessionId}::uuid
    for no key update
  `;
  tx.effects.right = null;
  return {
    isHeld: session?.is_held ?? true,
    isLive: ['created', 'open', 'recording'].includes(session?.status ?? ''),
  };
};

// A statement of its own sees rows that were committed while this one waited for the lock. The database's clock writes
// the beats, and so judges the silence.
const listOthers = (tx: Tx, { sessionId, identity }: MediaPeer): Promise<RoomPeer[]> =>
  tx.db.$queryRaw<RoomPeer[]>`
    select identity, role
    from media_peers
    where room = ${sessionId}::uuid and identity <> ${identity}
      and seen_at > clock_timestamp() - make_interval(secs => ${SILENCE_SECONDS})
    order by identity
  `;

const enterRoom = async (
  tx: Tx,
  { peer, connectionId, origin }: { peer: MediaPeer; connectionId: string; origin: string },
): Promise<bigint> => {
  const { sessionId, identity, role } = peer;
  const event: RoomEvent = { kind: 'joined', identity, role, connectionId };
  const rows = await tx.db.$queryRaw<{ id: bigint }[]>`
    with entered as (
      insert into media_peers (room, identity, role, connection_id, seen_at)
      values (${sessionId}::uuid, ${identity}, ${role}, ${connectionId}::uuid, clock_timestamp())
      on conflict (room, identity) do update
      set role = excluded.role, connection_id = excluded.connection_id, seen_at = excluded.seen_at
    ),
    told as (
      insert into media_signals (room, origin, event, created_at)
      values (${sessionId}::uuid, ${origin}::uuid, ${JSON.stringify(event)}, ${tx.now})
      returning id, ${Prisma.raw(ANNOUNCE)} as announced
    )
    select id from told
  `;
  return rows[0]!.id;
};

/** Another connection of the same identity may have taken this one's place, which then stays. */
export const leaveRoom = async (
  { context, rooms, origin }: { context: Pick<Context, 'database' | 'clock'>; rooms: Rooms; origin: string },
  connection: RoomConnection,
): Promise<void> => {
  rooms.withdraw(connection);
  const { organisationId, sessionId, identity } = connection.peer;
  const event: RoomEvent = { kind: 'left', identity };
  // Takes the session's lock, as entering does, so that the ids follow the order in which peers enter and leave.
  const rows = await context.database.prisma.$queryRaw<{ id: bigint }[]>`
    with locked as materialized (
      select id from sessions
      where organisation_id = ${organisationId}::uuid and id = ${sessionId}::uuid
      for no key update
    ),
    gone as (
      delete from media_peers p
      using locked l
      where p.room = l.id and p.connection_id = ${connection.id}::uuid
      returning p.room
    ),
    told as (
      insert into media_signals (room, origin, event, created_at)
      select room, ${origin}::uuid, ${JSON.stringify(event)}, ${context.clock.now()} from gone
      returning id, ${Prisma.raw(ANNOUNCE)} as announced
    )
    select id from told
  `;
  for (const { id } of rows) rooms.apply(sessionId, { id, event });
};

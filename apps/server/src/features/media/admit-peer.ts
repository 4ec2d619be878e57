import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import type { MediaPeer } from '../../platform/media-connection.ts';
import type { Tx } from '../../platform/database/transact.ts';
import type { CloseReason } from './close-reasons.ts';
import { insertEvent } from './exports/room-event.ts';
import type { RoomPeer } from './signal-message.ts';

export type Admission =
  { ok: true; enteredId: bigint; peers: RoomPeer[] } | { ok: false; reason: CloseReason };

/** Enough for a field person and every operator who looks on; each pair of them has a connection of its own. */
const MAX_PEERS = 8;

/** After three missed beats a peer is taken for gone: its process died. */
export const SILENCE_SECONDS = 30;

/**
 * Lets a peer into its session's room, in the place of an earlier connection of the same identity, and tells the
 * room. Locks the participant, then the session. Whatever ends either of them waits for the lock, so that its
 * `closed` comes after this `joined`; and of two peers that enter at once, the second sees the first.
 */
export const admitPeer = (
  context: Pick<Context, 'transact'>,
  { peer, connectionId, origin }: { peer: MediaPeer; connectionId: string; origin: string },
): Promise<Admission> =>
  context.transact(async (tx) => {
    if (peer.role === 'field' && !(await lockInvite(tx, peer)))
      return { ok: false, reason: 'invite_expired' };
    if (!(await lockLiveSession(tx, peer))) return { ok: false, reason: 'session_ended' };
    const peers = await listOthers(tx, peer);
    if (peers.length >= MAX_PEERS) return { ok: false, reason: 'room_full' };
    const enteredId = await enterRoom(tx, { peer, connectionId, origin });
    return { ok: true, enteredId, peers };
  });

// A reissue changes the issue, and clears the pin until the new link is redeemed: an earlier token is refused.
const lockInvite = async (
  tx: Tx,
  { organisationId, sessionId, invite }: Extract<MediaPeer, { role: 'field' }>,
): Promise<boolean> => {
  const rows = await tx.db.$queryRaw<unknown[]>`
    select 1 as found
    from participants
    where organisation_id = ${organisationId}::uuid and id = ${invite.id}::uuid
      and session_id = ${sessionId}::uuid and issue = ${invite.issue} and revoked_at is null and pin is not null
    for no key update
  `;
  return rows.length > 0;
};

// Raw, since Prisma can't lock.
const lockLiveSession = async (tx: Tx, { organisationId, sessionId }: MediaPeer): Promise<boolean> => {
  const rows = await tx.db.$queryRaw<{ status: string }[]>`
    select status
    from sessions
    where organisation_id = ${organisationId}::uuid and id = ${sessionId}::uuid
    for no key update
  `;
  return rows.some(({ status }) => ['created', 'open', 'recording'].includes(status));
};

// A statement of its own: it sees what was committed while this transaction waited for the lock. The
// database's own clock judges the silence, as it does the beats.
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
  const event = insertEvent({
    room: sessionId,
    origin,
    event: { kind: 'joined', identity, role, connectionId },
    now: tx.now,
  });
  const rows = await tx.db.$queryRaw<{ id: bigint }[]>(Prisma.sql`
    with entered as (
      insert into media_peers (room, identity, role, connection_id, seen_at)
      values (${sessionId}::uuid, ${identity}, ${role}, ${connectionId}::uuid, clock_timestamp())
      on conflict (room, identity) do update
      set role = excluded.role, connection_id = excluded.connection_id, seen_at = excluded.seen_at
    ),
    told as (${event})
    select id from told
  `);
  return rows[0]!.id;
};

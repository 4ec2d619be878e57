import { Prisma } from '#prisma';

/** A peer is taken for gone after three missed beats: its process died. */
export const SILENCE_SECONDS = 30;

/**
 * Whether a field person is in the room of a listed session. A count, since the planner may turn "exists" into a hash of
 * all peers. The database's clock judges, since it writes the beats.
 */
export const hasFieldPeer = Prisma.sql`(
  select count(*) from media_peers peer
  where peer.room = sessions.id and peer.role = 'field'
    and peer.seen_at > clock_timestamp() - make_interval(secs => ${SILENCE_SECONDS})
) > 0`;

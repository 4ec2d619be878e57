import type { Room } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import type { Tx } from '../../../platform/database/transact.ts';
import type { RoomKey } from './take-room.ts';

/**
 * Counts what came of room that was taken before: less than was taken, as a rule, or nothing. It never refuses.
 *
 * @param room what is added; negative for what is given back
 */
export const settleRoom = (tx: Tx, { organisationId, sessionId }: RoomKey, room: Room): void => {
  if (room.items === 0 && room.bytes === 0) return;
  const name = Prisma.raw(`room_settled_${tx.lastWrites.length}`);
  tx.lastWrites.push({
    ctes: [
      Prisma.sql`${name} as (
        update room_uses
        set items = greatest(0, items + ${room.items}), bytes = greatest(0, bytes + ${room.bytes})
        where organisation_id = ${organisationId}::uuid
          and subject_id in (${sessionId}::uuid, ${organisationId}::uuid)
        returning subject_id
      )`,
    ],
    // Always true: a condition is what takes its locks first, as it does where room is taken. The endpoints of an
    // event are locked after it by either, so that neither waits for the other.
    condition: { holds: Prisma.sql`(select count(*) >= 0 from ${name})`, refuse: neverRefused },
  });
};

const neverRefused = () => Promise.resolve(new Error('room is settled whatever is left of it'));

/** The columns of what has begun, as they were then. */
type Begun = { organisation_id: string; session_id: string; reserved_bytes: bigint | null };

/** Counts what has arrived of an upload in place of what it took when it began. */
export const settleUpload = (tx: Tx, begun: Begun, { byte_size }: { byte_size: number }): void => {
  const isNew = begun.reserved_bytes === null;
  const bytes = byte_size - Number(begun.reserved_bytes ?? 0);
  settleRoom(tx, keyOf(begun), { items: isNew ? 1 : 0, bytes });
};

/** Gives back what uploads of one session took that have failed. */
export const returnRoom = (tx: Tx, failed: Begun[]): void => {
  const counted = failed.filter(({ reserved_bytes }) => reserved_bytes !== null);
  if (counted.length === 0) return;
  const bytes = counted.reduce((sum, { reserved_bytes }) => sum + Number(reserved_bytes), 0);
  settleRoom(tx, keyOf(counted[0]!), { items: -counted.length, bytes: -bytes });
};

const keyOf = ({ organisation_id, session_id }: Begun): RoomKey => ({
  organisationId: organisation_id,
  sessionId: session_id,
});

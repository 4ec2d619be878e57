import type { Room } from '@field-inspection/contract';
import { ApiError } from '../../../api-error.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { findRoom } from './find-room.ts';

/** The key of a session, whose room is a part of its organisation's. */
type RoomKey = { organisationId: string; sessionId: string };

/**
 * Takes room of a session and of its organisation with the transaction's last statement, or refuses the transaction
 * where either has none left. The caller holds the session's lock. The conditional statement waits for other takers of
 * the same organisation: it is exact, however many processes take at once.
 *
 * @throws {ApiError} quota_reached
 */
export const takeRoom = (tx: Tx, key: RoomKey, room: Room): void => {
  tx.outcome.quotaTaken.push({ ...key, ...room, refuse: () => refuseRoom(tx, key, room) });
};

/** Says which quota is used up, and what can be done. */
const refuseRoom = async ({ db }: Pick<Tx, 'db'>, key: RoomKey, room: Room): Promise<ApiError> => {
  // The session's part may have been taken before the organisation had none left.
  const { session, organisation } = await findRoom(db, key, room);
  const isOfSession = session.left.items < room.items || session.left.bytes < room.bytes;
  const { limit, left } = isOfSession ? session : organisation;
  const what = left.items < room.items ? 'items' : 'bytes';
  const scope = isOfSession ? 'session' : 'organisation';
  const unit = what === 'items' ? 'pieces of evidence' : 'bytes';
  const remedy = isOfSession ? 'Go on in a new session.' : 'The operator can ask for a plan with more.';
  return new ApiError(
    'quota_reached',
    `The ${scope} may have ${limit[what]} ${unit}, of which ${left[what]} are left. ${remedy}`,
  );
};

/**
 * Corrects taken room by its real use: less, as a rule, or none. It never refuses.
 *
 * @param room the room to add; negative for room given back
 */
export const settleRoom = (tx: Tx, key: RoomKey, room: Room): void => {
  if (room.items === 0 && room.bytes === 0) return;
  tx.outcome.quotaSettled.push({ ...key, ...room });
};

/** The columns of an upload's row, as they were when it began. */
type Begun = { organisation_id: string; session_id: string; reserved_bytes: bigint | null };

/** Replaces the room that an upload reserved by its arrived bytes. */
export const settleUpload = (tx: Tx, begun: Begun, { byte_size }: { byte_size: number }): void => {
  const isNew = begun.reserved_bytes === null;
  const bytes = byte_size - Number(begun.reserved_bytes ?? 0);
  settleRoom(tx, keyOf(begun), { items: isNew ? 1 : 0, bytes });
};

/** Gives back the room of a session's failed uploads. */
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

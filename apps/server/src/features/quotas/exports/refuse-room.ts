import type { Room } from '@field-inspection/contract';
import { ApiError } from '../../../api-error.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { findRoom } from './find-room.ts';

/** Says which quota a transaction has found used up, and what can be done. */
export const refuseRoom = async (
  { db }: Pick<Tx, 'db'>,
  key: { organisationId: string; sessionId: string },
  room: Room,
): Promise<ApiError> => {
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

import type { Inspection } from '@field-inspection/contract';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { endSession } from '../sessions/exports/end-session.ts';
import { lockSession, type SessionKey } from '../sessions/exports/lock-session.ts';
import { getInspection } from './get-inspection.ts';

/**
 * Ends a session as POST end does, but only one that has not ended: what is gone can't be deleted again.
 *
 * @throws {ApiError} session.already_ended
 */
export const endInspection = async (
  context: Pick<Context, 'config' | 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  key: SessionKey & Actor,
): Promise<Inspection> => {
  const { session } = await lockSession(tx, key, 'end');
  if (session.status === 'closed') {
    throw new ApiError('session.already_ended', 'The session is completed; it can not be ended again.');
  }
  await endSession(context, tx, key);
  return getInspection(tx.db, key);
};

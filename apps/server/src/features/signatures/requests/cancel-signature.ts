import { ApiError, noSuch } from '../../../api-error.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';
import { endSignature } from '../state/end-signature.ts';
import { lockSignature } from '../state/lock-signature.ts';

/** Cancels a signature that waits. One that has ended otherwise stays as it is. */
export const cancelSignature = async (
  tx: Tx,
  { sessionId, ...key }: SessionKey & { signatureId: string },
): Promise<void> => {
  const row = await lockSignature(tx, key);
  if (row.session_id !== sessionId) throw noSuch('signature', key.signatureId);
  if (row.status === 'signed') {
    throw new ApiError(
      'session.invalid_state',
      'The signature is in the report; it can not be cancelled any more.',
    );
  }
  if (row.status === 'pending') await endSignature(tx, row, 'cancelled');
};

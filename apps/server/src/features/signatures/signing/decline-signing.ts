import type { SigningStep } from '@field-inspection/contract';
import type { Tx } from '../../../platform/database/transact.ts';
import { endSignature } from '../state/end-signature.ts';
import { lockSignature, type SignatureKey } from '../state/lock-signature.ts';
import { requireOpen } from '../state/signature-state.ts';

/** The signer does not want to sign. */
export const declineSigning = async (tx: Tx, key: SignatureKey): Promise<SigningStep> => {
  const row = await lockSignature(tx, key);
  if (row.status !== 'declined') {
    requireOpen(row, tx.now);
    await endSignature(tx, row, 'declined');
  }
  return { status: 'declined', action_url: null };
};

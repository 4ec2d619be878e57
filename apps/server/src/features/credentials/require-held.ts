import { judgeGrant, type Grant } from '@field-inspection/rules';
import { readHeld, type Held } from '../../http/read-held.ts';
import type { Caller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';

/**
 * Refuses a grant of more than the caller's key holds now.
 *
 * @throws {Refusal} permission_denied, with what is too much
 */
export const requireHeld = async (
  tx: Tx,
  caller: Caller,
  { allowedNetworks, ...grant }: Grant & { allowedNetworks: readonly string[] },
): Promise<Held> => {
  const held = await readHeld(tx, caller, allowedNetworks);
  judgeGrant(held, grant, caller);
  return held;
};

import { invalidField } from '../../api-error.ts';
import type { Tx } from '../../platform/database/transact.ts';

/**
 * Reads the end that a body gives; undefined if it gives none.
 *
 * @throws {ApiError} validation_error for a time that is over: to end a credential at once, revoke it
 */
export const readExpiry = (
  { now }: Pick<Tx, 'now'>,
  { expires_at: given }: { expires_at?: string | null | undefined },
): Date | null | undefined => {
  if (given === undefined || given === null) return given;
  const expiresAt = new Date(given);
  if (expiresAt > now) return expiresAt;
  throw invalidField('expires_at', 'must be a time to come');
};

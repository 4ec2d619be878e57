import { invalidField } from '../../api-error.ts';
import type { Tx } from '../../platform/database/transact.ts';

/**
 * The end that a body gives; undefined when it gives none.
 *
 * @throws {ApiError} validation_error for a time that is over: what should end at once is revoked
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

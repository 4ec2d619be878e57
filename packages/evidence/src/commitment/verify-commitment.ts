import { EvidenceError } from '../evidence-error.ts';
import { commitValue, type Disclosure } from './commit-value.ts';

/**
 * Tells whether a disclosure opens a commitment found in a payload. The arguments are taken as attacker-controlled:
 * a salt that is no salt, or a value without a canonical form, opens nothing and gives false.
 *
 * The comparison is not constant in time: the commitment is public, so there is nothing to learn from it.
 *
 * @throws {EvidenceError} `digest_unavailable` only: without WebCrypto there is no answer.
 *
 * @example
 * ```ts
 * import { commitValue, verifyCommitment } from '@field-inspection/evidence';
 *
 * const salt = '5f'.repeat(32); // in earnest: 32 random bytes
 * const commitment = await commitValue({ salt, value: '+39 333 1234567' });
 *
 * console.log(await verifyCommitment({ commitment, salt, value: '+39 333 1234567' })); // true
 * console.log(await verifyCommitment({ commitment, salt, value: '+39 333 7654321' })); // false
 * ```
 *
 * @see commitValue for the format and its source.
 */
export async function verifyCommitment({
  commitment,
  ...disclosure
}: Disclosure & { readonly commitment: string }): Promise<boolean> {
  try {
    return (await commitValue(disclosure)) === commitment;
  } catch (error) {
    if (error instanceof EvidenceError && error.code === 'digest_unavailable') throw error;
    return false;
  }
}

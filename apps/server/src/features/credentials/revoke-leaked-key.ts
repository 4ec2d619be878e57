import { invalidField } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { endRight } from '../../platform/database/right-lock.ts';
import { isWellFormedApiKey } from '../../platform/secrets/api-key.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import { endCredential } from './end-credential.ts';

/**
 * Revokes the credential of a key, whoever shows it. The credential of a key that is no longer valid is not touched, and
 * nothing is given of it: the API's answer does not tell such a key, or an unknown one, from the others.
 *
 * @throws {Refusal} validation_error for a text that can't be a key: its checksum is wrong
 */
export const revokeLeakedKey = async (
  context: Pick<Context, 'database' | 'clock' | 'transact' | 'random'>,
  apiKey: string,
): Promise<{ id: string; revoked_at: Date | null } | undefined> => {
  if (!isWellFormedApiKey(apiKey)) throw invalidField('api_key', 'must be an API key: its checksum is wrong');
  const key = await context.database.prisma.credentialKey.findUnique({
    where: { key_hash: hashToken(apiKey) },
  });
  if (!key || (key.valid_until && key.valid_until <= context.clock.now())) return undefined;
  const { organisation_id: organisationId, credential_id: credentialId } = key;
  return context.transact(
    async (tx) => {
      await endRight(tx, { kind: 'credential', id: credentialId });
      const ended = await endCredential(context, tx, { credentialId, by: { possession: true } });
      return ended && { id: ended.id, revoked_at: ended.revoked_at };
    },
    { sharedBy: { organisationId } },
  );
};

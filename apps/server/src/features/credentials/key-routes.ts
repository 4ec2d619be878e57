import { contract } from '@field-inspection/contract';
import { invalidField } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { readKey } from '../../http/kept-reply.ts';
import { noContent } from '../../http/reply.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { endRight } from '../../platform/database/right-lock.ts';
import { isWellFormedApiKey } from '../../platform/secrets/api-key.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import { endCredential } from './end-credential.ts';

export const keyRoutes = (context: Context) =>
  implement(contract.keys, {
    revoke: {
      // No reply is kept: a repeated call changes nothing more, and gives the same.
      reply: async ({ req, res, body }) => {
        const key = readKey(req);
        await revokeLeakedKey(context, body.api_key);
        if (key !== undefined) res.set('Idempotency-Key', key);
        return noContent();
      },
    },
  });

/**
 * Revokes the credential of a key, whoever shows it. The credential of a key that is no longer valid is not touched,
 * and the answer does not tell such a key, or an unknown one, from the others.
 *
 * @throws {Refusal} validation_error for a text that can't be a key: its checksum is wrong
 */
const revokeLeakedKey = async (
  context: Pick<Context, 'database' | 'clock' | 'transact' | 'random'>,
  apiKey: string,
): Promise<void> => {
  if (!isWellFormedApiKey(apiKey)) throw invalidField('api_key', 'must be an API key: its checksum is wrong');
  const key = await context.database.prisma.credentialKey.findUnique({
    where: { key_hash: hashToken(apiKey) },
  });
  if (!key || (key.valid_until && key.valid_until <= context.clock.now())) return;
  const { organisation_id: organisationId, credential_id: credentialId } = key;
  await context.transact(
    async (tx) => {
      await endRight(tx, { kind: 'credential', id: credentialId });
      await endCredential(context, tx, { credentialId, by: { possession: true } });
    },
    { sharedBy: { organisationId } },
  );
};

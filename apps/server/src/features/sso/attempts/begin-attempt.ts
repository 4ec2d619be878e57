import type { Context } from '../../../context.ts';
import type { Caller } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { hashToken } from '../../../platform/secrets/hash-token.ts';

/** Minutes of a provider's own pages, until who signs in there comes back. */
export const ATTEMPT_MS = 600_000;

/** An address begins, or a member who is signed in. */
type Beginner = { address: string } | { purpose: 'provider_test' | 'provider_step_up'; caller: Caller };

/** The page that goes on with an attempt, in the browser that began it. */
export const nameBeginPage = ({ config }: Pick<Context, 'config'>): string => `${config.baseUrl}/sso/begin`;

/**
 * Begins a sign-in at a provider, and gives the secret of the browser that began it. It asks nothing about the address:
 * the page that follows does, so that no answer tells a known address from another.
 */
export const beginAttempt = async (
  context: Pick<Context, 'ids' | 'random'>,
  tx: Tx,
  beginner: Beginner & { returnPath?: string | undefined },
): Promise<string> => {
  const secret = context.random.bytes(32).toString('base64url');
  await tx.db.signInAttempt.create({
    data: {
      id: context.ids.next(),
      secret_hash: hashToken(secret),
      return_path: beginner.returnPath ?? null,
      created_at: tx.now,
      expires_at: new Date(tx.now.getTime() + ATTEMPT_MS),
      ...('address' in beginner
        ? { purpose: 'provider', address: beginner.address.toLowerCase() }
        : {
            purpose: beginner.purpose,
            organisation_id: beginner.caller.organisationId,
            member_id: beginner.caller.memberId,
            credential_id: beginner.caller.credentialId,
          }),
    },
  });
  return secret;
};

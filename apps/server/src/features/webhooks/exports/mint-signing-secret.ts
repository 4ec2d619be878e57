import type { Context } from '../../../context.ts';

const SECRET_BYTES = 32;

/** An endpoint has a secret of its own; callbacks share their organisation's. */
export type SecretOwner = { organisationId: string; endpointId?: string };

/**
 * A new signing secret, `whsec_` and base64, and its sealed form: the only one that is stored.
 * The caller shows the secret once.
 */
export const mintSigningSecret = (
  { keyring, random }: Pick<Context, 'keyring' | 'random'>,
  owner: SecretOwner,
): { secret: string; sealed: string } => {
  const secret = `whsec_${random.bytes(SECRET_BYTES).toString('base64')}`;
  return { secret, sealed: keyring.seal(secret, secretContextOf(owner)) };
};

/** Binds a sealed secret to its owner: moved to another row or tenant, it does not open. */
export const secretContextOf = (owner: SecretOwner): string =>
  owner.endpointId !== undefined
    ? `webhook-endpoints/${owner.organisationId}/${owner.endpointId}/secret`
    : `organisations/${owner.organisationId}/callback-secret`;

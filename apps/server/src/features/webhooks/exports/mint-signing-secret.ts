import type { Context } from '../../../context.ts';

const SECRET_BYTES = 32;

/** An endpoint has a secret of its own; callbacks share their organisation's. */
export type SecretOwner = { organisationId: string; endpointId?: string };

/** Only the sealed form is stored; the caller shows the secret once. */
export const mintSigningSecret = (
  { keyring, random }: Pick<Context, 'keyring' | 'random'>,
  owner: SecretOwner,
): { secret: string; sealed: string } => {
  const secret = `whsec_${random.bytes(SECRET_BYTES).toString('base64')}`;
  return { secret, sealed: keyring.seal(secret, secretContextOf(owner)) };
};

/** Moved to another row or organisation, a sealed secret does not open. */
export const secretContextOf = (owner: SecretOwner): string =>
  owner.endpointId !== undefined
    ? `webhook-endpoints/${owner.organisationId}/${owner.endpointId}/secret`
    : `organisations/${owner.organisationId}/callback-secret`;

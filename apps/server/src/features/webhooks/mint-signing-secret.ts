import type { Context } from '../../context.ts';
import type { EndpointKey } from './find-webhook-endpoint.ts';

const SECRET_BYTES = 32;

/**
 * A new signing secret, `whsec_` and base64, and its sealed form: the only one that is stored.
 * The caller shows the secret once.
 */
export const mintSigningSecret = (
  { keyring, random }: Pick<Context, 'keyring' | 'random'>,
  endpoint: EndpointKey,
): { secret: string; sealed: string } => {
  const secret = `whsec_${random.bytes(SECRET_BYTES).toString('base64')}`;
  return { secret, sealed: keyring.seal(secret, secretContextOf(endpoint)) };
};

/** Binds a sealed secret to its endpoint: moved to another row or tenant, it does not open. */
export const secretContextOf = ({ organisationId, endpointId }: EndpointKey): string =>
  `webhook-endpoints/${organisationId}/${endpointId}/secret`;

import { listLiveSecrets, type Secrets } from '@field-inspection/rules';
import type { Context } from '../../../context.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { memoize } from '../../../platform/memoize.ts';
import type { EndpointKey } from './lock-endpoint.ts';
import { secretContextOf } from '../exports/mint-signing-secret.ts';
import type { WebhookEndpoint as WebhookEndpointRow } from '#prisma';

export type SealedSecrets = Pick<
  WebhookEndpointRow,
  'session_id' | 'secret_sealed' | 'previous_secret_sealed' | 'previous_secret_expires_at'
>;

/** The secrets that sign at this instant: the current one, and during an overlap the one before it. */
export const openSigningSecrets = (
  { keyring }: Pick<Context, 'keyring'>,
  { endpoint, sealed, now }: { endpoint: EndpointKey; sealed: SealedSecrets; now: Date },
): string[] => {
  const isCallback = sealed.session_id !== null;
  const owner = isCallback ? { organisationId: endpoint.organisationId } : endpoint;
  const open = openers.get(keyring) ?? rememberOpened(keyring);
  return listLiveSecrets(secretsOf(sealed), now).map((secret) => open(`${secret} ${secretContextOf(owner)}`));
};

const openers = new WeakMap<Keyring, (secretAndContext: string) => string>();

// Opened anew for each delivery, a secret costs nearly half as much as the signatures (4 µs and 9 µs). What does not
// open is tried again each time.
const rememberOpened = (keyring: Keyring): ((secretAndContext: string) => string) => {
  const open = memoize((secretAndContext) => {
    const [sealed = '', context = ''] = secretAndContext.split(' ');
    return keyring.open(sealed, context);
  });
  openers.set(keyring, open);
  return open;
};

const secretsOf = (sealed: SealedSecrets): Secrets => ({
  current: sealed.secret_sealed,
  previous: sealed.previous_secret_sealed,
  previousExpiresAt: sealed.previous_secret_expires_at,
});

import { listLiveSecrets, type Secrets } from '@field-inspection/rules';
import { signWebhook } from '@field-inspection/sdk/webhooks';
import type { WebhookEndpoint as WebhookEndpointRow } from '#prisma';
import type { Context } from '../../../context.ts';
import { memoize } from '../../../platform/memoize.ts';
import type { SafeFetchRequest } from '../../../platform/safe-fetch/create-safe-fetch.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { secretContextOf } from '../exports/mint-signing-secret.ts';
import type { EndpointKey } from './lock-endpoint.ts';

export type SentEvent = {
  id: string;
  type: string;
  createdAt: Date;
  organisationId: string;
  endpointId: string;
  sequence: number;
  dataText: string;
  isTest: boolean;
};

/** Without a signature. The same event always gives the same bytes. */
export const buildWebhookRequest = (url: string, event: SentEvent): SafeFetchRequest & { body: string } => ({
  url,
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'User-Agent': 'Field-Inspection-Webhooks/1',
    'Svc-Event-Id': event.id,
    'Svc-Event-Type': event.type,
  },
  body: writeBody(event),
});

// `data` is spliced in as it was stored: written anew, a number such as 1e21 has other bytes.
const writeBody = (event: SentEvent): string => {
  const envelope = JSON.stringify({
    id: event.id,
    type: event.type,
    created_at: event.createdAt.toISOString(),
    api_version: 'v1',
    organisation_id: event.organisationId,
    endpoint: event.endpointId,
    sequence: event.sequence,
    ...(event.isTest && { test: true }),
  });
  return `${envelope.slice(0, -1)},"data":${event.dataText}}`;
};

export const signWebhookRequest = (
  url: string,
  event: SentEvent,
  { secrets, attempt, now }: { secrets: string[]; attempt: number; now: Date },
): ReturnType<typeof buildWebhookRequest> => {
  const request = buildWebhookRequest(url, event);
  const timestamp = Math.floor(now.getTime() / 1000);
  return {
    ...request,
    headers: {
      ...request.headers,
      ...signWebhook({ body: request.body, id: event.id, secrets, timestamp }),
      'Svc-Delivery-Attempt': String(attempt),
    },
  };
};

export type SealedSecrets = Pick<
  WebhookEndpointRow,
  'session_id' | 'secret_sealed' | 'previous_secret_sealed' | 'previous_secret_expires_at'
>;

/** The current secret, and during an overlap the one before. */
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

// Opening a secret for each delivery costs nearly half as much as the signatures (4 µs and 9 µs). A secret that does
// not open is tried again each time.
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

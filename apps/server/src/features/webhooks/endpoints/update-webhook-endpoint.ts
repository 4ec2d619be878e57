import type {
  UpdatedWebhookEndpoint,
  UpdateWebhookEndpointBody,
  WebhookEndpointWithSecret,
} from '@field-inspection/contract';
import type { z } from 'zod';
import type { WebhookEndpoint as WebhookEndpointRow } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import {
  lockEndpoint,
  NOT_PAUSED,
  wakeEndpoint,
  whereEndpoint,
  type EndpointKey,
} from '../dispatch/lock-endpoint.ts';
import { mintSigningSecret } from '../exports/mint-signing-secret.ts';
import { appendChangedEndpoint } from './append-endpoint-entries.ts';
import { refuseUrlOfPull } from './probe-receiver.ts';
import { enqueueReport } from './report-disabled-endpoint.job.ts';
import { viewWebhookEndpoint } from './read-webhook-endpoints.ts';

type Body = z.output<typeof UpdateWebhookEndpointBody>;

/** Changes an endpoint. A resumed one gets its waiting deliveries; the other endpoints are told of a paused one. */
export const updateWebhookEndpoint = async (
  context: Pick<Context, 'config' | 'keyring' | 'random'>,
  tx: Tx,
  { body, by, ...key }: EndpointKey & { body: Body; by: Actor },
): Promise<z.infer<typeof UpdatedWebhookEndpoint>> => {
  const endpoint = await lockEndpoint(tx, key);
  refuseUrlOfPull(endpoint, body.url);
  const isPaused = body.active === false && endpoint.active;
  const isResumed = body.active === true && !endpoint.active;
  const rotated = body.rotate_secret ? mintSigningSecret(context, key) : undefined;
  const updated = await tx.db.webhookEndpoint.update({
    where: whereEndpoint(key),
    data: {
      ...listChanges(body),
      ...(rotated && replaceSecret(endpoint, rotated.sealed, overlapEnd(context, tx.now))),
      ...(isNewStart(endpoint, body) ? { failing_since: null } : {}),
      ...(body.active === true ? NOT_PAUSED : {}),
      ...(isPaused ? { paused_reason: 'you', paused_at: tx.now } : {}),
      // The reader's time to read starts anew.
      ...(isResumed && endpoint.kind === 'pull' ? { read_at: tx.now } : {}),
    },
  });
  if (isResumed && endpoint.kind === 'push') wakeEndpoint(tx, key);
  if (isPaused) enqueueReport(tx, key);
  appendChangedEndpoint(context, tx, { by, before: endpoint, row: updated, body });
  return { ...viewWebhookEndpoint(updated), ...(rotated && { signing_secret: rotated.secret }) };
};

const listChanges = ({ url, description, event_types, active }: Body) => ({
  ...(url === undefined ? {} : { url }),
  ...(description === undefined ? {} : { description }),
  ...(event_types === undefined ? {} : { event_types: [...new Set(event_types)] }),
  ...(active === undefined ? {} : { active }),
});

// There is room for one previous secret: a second rotation ends the oldest at once.
const replaceSecret = (endpoint: WebhookEndpointRow, sealed: string, previousExpiresAt: Date) => ({
  secret_sealed: sealed,
  previous_secret_sealed: endpoint.secret_sealed,
  previous_secret_expires_at: previousExpiresAt,
});

const overlapEnd = ({ config }: Pick<Context, 'config'>, now: Date): Date =>
  new Date(now.getTime() + config.secretOverlapMs);

// Tells whether the receiver was mended or moved: earlier failures say nothing about it then.
const isNewStart = (endpoint: WebhookEndpointRow, { active, url }: Body): boolean =>
  (active === true && !endpoint.active) || (url !== undefined && url !== endpoint.url);

/** Gives an endpoint a new secret, and changes nothing else. */
export const rotateWebhookSecret = async (
  context: Pick<Context, 'config' | 'keyring' | 'random'>,
  tx: Tx,
  key: EndpointKey & { by: Actor },
): Promise<z.infer<typeof WebhookEndpointWithSecret>> => {
  const endpoint = await updateWebhookEndpoint(context, tx, { ...key, body: { rotate_secret: true } });
  return { ...endpoint, signing_secret: endpoint.signing_secret! };
};

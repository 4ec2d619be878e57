import type {
  UpdatedWebhookEndpoint,
  UpdateWebhookEndpointBody,
  WebhookEndpointWithSecret,
} from '@field-inspection/contract';
import { changeEndpoint, rotateSecret } from '@field-inspection/rules';
import type { z } from 'zod';
import type { WebhookEndpoint as WebhookEndpointRow } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { lockEndpoint, wakeEndpoint, whereEndpoint, type EndpointKey } from '../dispatch/lock-endpoint.ts';
import { mintSigningSecret } from '../exports/mint-signing-secret.ts';
import { appendChangedEndpoint } from './append-endpoint-entries.ts';
import { enqueueReport } from './report-disabled-endpoint.job.ts';
import { viewWebhookEndpoint } from './read-webhook-endpoints.ts';

type Body = z.output<typeof UpdateWebhookEndpointBody>;

export const updateWebhookEndpoint = async (
  context: Pick<Context, 'config' | 'keyring' | 'random'>,
  tx: Tx,
  { body, by, ...key }: EndpointKey & { body: Body; by: Actor },
): Promise<z.infer<typeof UpdatedWebhookEndpoint>> => {
  const endpoint = await lockEndpoint(tx, key);
  const { changes, isPaused, isResumed } = changeEndpoint(endpoint, body, tx.now);
  const rotated = body.rotate_secret ? mintSigningSecret(context, key) : undefined;
  const updated = await tx.db.webhookEndpoint.update({
    where: whereEndpoint(key),
    data: {
      ...changes,
      // Cleared, so that another pause in the same millisecond counts as a new one.
      ...(body.active === true ? { pause_reported_at: null } : {}),
      ...(rotated && replaceSecret(endpoint, rotated.sealed, overlapEnd(context, tx.now))),
    },
  });
  if (isResumed && endpoint.kind === 'push') wakeEndpoint(tx, key);
  if (isPaused) enqueueReport(tx, key);
  appendChangedEndpoint(context, tx, { by, before: endpoint, row: updated, body });
  return { ...viewWebhookEndpoint(updated), ...(rotated && { signing_secret: rotated.secret }) };
};

const replaceSecret = (endpoint: WebhookEndpointRow, sealed: string, overlapEnd: Date) => {
  const secrets = rotateSecret({ current: endpoint.secret_sealed }, sealed, overlapEnd);
  return {
    secret_sealed: secrets.current,
    previous_secret_sealed: secrets.previous,
    previous_secret_expires_at: secrets.previousExpiresAt,
  };
};

const overlapEnd = ({ config }: Pick<Context, 'config'>, now: Date): Date =>
  new Date(now.getTime() + config.secretOverlapMs);

export const rotateWebhookSecret = async (
  context: Pick<Context, 'config' | 'keyring' | 'random'>,
  tx: Tx,
  key: EndpointKey & { by: Actor },
): Promise<z.infer<typeof WebhookEndpointWithSecret>> => {
  const endpoint = await updateWebhookEndpoint(context, tx, { ...key, body: { rotate_secret: true } });
  return { ...endpoint, signing_secret: endpoint.signing_secret! };
};

import type { CreateWebhookEndpointBody, WebhookEndpointWithSecret } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import type { EndpointKey } from './find-webhook-endpoint.ts';
import { mintSigningSecret } from './mint-signing-secret.ts';
import { viewWebhookEndpoint } from './webhook-endpoint-view.ts';

/** Stores an endpoint whose URL has answered a ping. Its secret is in this reply and in no other. */
export const createWebhookEndpoint = async (
  context: Pick<Context, 'keyring' | 'random'>,
  tx: Tx,
  { body, ...key }: EndpointKey & { body: z.output<typeof CreateWebhookEndpointBody> },
): Promise<z.infer<typeof WebhookEndpointWithSecret>> => {
  const { secret, sealed } = mintSigningSecret(context, key);
  const row = await tx.db.webhookEndpoint.create({
    data: {
      organisation_id: key.organisationId,
      id: key.endpointId,
      url: body.url,
      description: body.description ?? '',
      event_types: [...new Set(body.event_types)],
      secret_sealed: sealed,
      created_at: tx.now,
    },
  });
  return { ...viewWebhookEndpoint(row), signing_secret: secret };
};

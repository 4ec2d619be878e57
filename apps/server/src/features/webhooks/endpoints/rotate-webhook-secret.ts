import type { WebhookEndpointWithSecret } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import type { EndpointKey } from '../dispatch/lock-endpoint.ts';
import { updateWebhookEndpoint } from './update-webhook-endpoint.ts';

/** Gives an endpoint a new secret, and changes nothing else. */
export const rotateWebhookSecret = async (
  context: Pick<Context, 'config' | 'keyring' | 'random'>,
  tx: Tx,
  key: EndpointKey & { by: Actor },
): Promise<z.infer<typeof WebhookEndpointWithSecret>> => {
  const endpoint = await updateWebhookEndpoint(context, tx, { ...key, body: { rotate_secret: true } });
  return { ...endpoint, signing_secret: endpoint.signing_secret! };
};

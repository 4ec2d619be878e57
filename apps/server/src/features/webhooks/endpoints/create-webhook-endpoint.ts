import type { CreateWebhookEndpointBody, WebhookEndpointWithSecret } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Actor, Caller } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import type { EndpointKey } from '../dispatch/lock-endpoint.ts';
import { mintSigningSecret } from '../exports/mint-signing-secret.ts';
import { appendCreatedEndpoint } from './append-endpoint-entries.ts';
import { probeReceiver } from './probe-receiver.ts';
import { reserveEndpoint } from './reserve-endpoint.ts';
import { viewWebhookEndpoint } from './webhook-endpoint-view.ts';

type Body = z.output<typeof CreateWebhookEndpointBody>;
/**
 * Creates an endpoint whose URL answers a ping, or one without a URL for a reader, for the routes of both families. It is
 * pinged before the transaction that is given back.
 */
export const createWebhookEndpoint = async (
  context: Context,
  { caller, body }: { caller: Caller; body: Body },
) => {
  // The ping names the endpoint that it is for, so its id is there before its row.
  const key = { organisationId: caller.organisationId, endpointId: context.ids.next() };
  // The contract holds a URL to the one kind, and none to the other.
  if (body.url !== undefined) await probeReceiver(context, { ...key, url: body.url });
  return (tx: Tx) => storeEndpoint(context, tx, { ...key, body, by: caller });
};

// The secret is in this reply and in no other.
const storeEndpoint = async (
  context: Pick<Context, 'keyring' | 'random'>,
  tx: Tx,
  { body, by, ...key }: EndpointKey & { body: Body; by: Actor },
): Promise<z.infer<typeof WebhookEndpointWithSecret>> => {
  await reserveEndpoint(tx, key.organisationId);
  const { secret, sealed } = mintSigningSecret(context, key);
  const row = await tx.db.webhookEndpoint.create({
    data: {
      organisation_id: key.organisationId,
      id: key.endpointId,
      kind: body.kind ?? 'push',
      url: body.url ?? '',
      description: body.description ?? '',
      event_types: [...new Set(body.event_types)],
      secret_sealed: sealed,
      created_at: tx.now,
    },
  });
  appendCreatedEndpoint(context, tx, { by, row });
  return { ...viewWebhookEndpoint(row), signing_secret: secret };
};

import type { CreateWebhookEndpointBody, Plan, WebhookEndpointWithSecret } from '@field-inspection/contract';
import { requireEndpointQuota } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Actor, Caller } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import type { EndpointKey } from '../dispatch/lock-endpoint.ts';
import { mintSigningSecret } from '../exports/mint-signing-secret.ts';
import { appendCreatedEndpoint } from './append-endpoint-entries.ts';
import { probeReceiver } from './probe-receiver.ts';
import { viewWebhookEndpoint } from './read-webhook-endpoints.ts';

type Body = z.output<typeof CreateWebhookEndpointBody>;

/** The URL must answer a ping, which comes before the transaction. */
export const createWebhookEndpoint = async (
  context: Context,
  { caller, body }: { caller: Caller; body: Body },
) => {
  // The ping names its endpoint, so the id is there before the row.
  const key = { organisationId: caller.organisationId, endpointId: context.ids.next() };
  if (body.url !== undefined) await probeReceiver(context, { ...key, url: body.url });
  return (tx: Tx) => storeEndpoint(context, tx, { ...key, body, by: caller });
};

// Only this reply has the secret.
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

/**
 * Requires that the plan has room for a further endpoint, until the commit. An organisation's creations queue here, so
 * that two don't take the last room.
 *
 * @throws {Refusal} endpoint_limit
 */
const reserveEndpoint = async (tx: Tx, organisationId: string): Promise<void> => {
  // Raw, since Prisma can't lock; `no key`, so that rows which refer to the organisation can still be written.
  const [organisation] = await tx.db.$queryRaw<{ plan: Plan }[]>`
    select plan from organisations where id = ${organisationId}::uuid for no key update
  `;
  // A statement of its own sees rows that were committed while the lock was waited for.
  const where = { organisation_id: organisationId, session_id: null, deleted_at: null };
  requireEndpointQuota(organisation!.plan, await tx.db.webhookEndpoint.count({ where }));
};

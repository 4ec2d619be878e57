import type { RecoverDeliveriesBody, RecoveredDeliveries, WebhookDelivery } from '@field-inspection/contract';
import { z } from 'zod';
import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { defineJob, enqueueJob } from '../../../platform/jobs/define-job.ts';
import {
  type EndpointKey,
  lockActivePushEndpoint,
  lockEndpointIfKept,
  lockReceiver,
  restartDeliveries,
  wakeEndpoint,
} from '../dispatch/lock-endpoint.ts';
import { findWebhookDelivery, viewWebhookDelivery, type WebhookDeliveryKey } from './get-webhook-delivery.ts';

export const redeliverWebhook = async (tx: Tx, key: WebhookDeliveryKey): Promise<WebhookDelivery> => {
  const { endpoint_id } = await findWebhookDelivery(tx.db, key);
  const endpoint = { organisationId: key.organisationId, endpointId: endpoint_id };
  await lockReceiver(tx, endpoint);
  const [restarted] = await restartDeliveries(tx, endpoint, [key.deliveryId]);
  if (restarted) return viewWebhookDelivery(restarted);
  // Nobody looks at the callback of a waiting delivery again, perhaps since the callback was stopped.
  wakeEndpoint(tx, endpoint);
  return viewWebhookDelivery(await findWebhookDelivery(tx.db, key));
};

export const recoverWebhookDeliveries = async (
  { config }: Pick<Context, 'config'>,
  tx: Tx,
  { body, ...key }: EndpointKey & { body: z.output<typeof RecoverDeliveriesBody> },
): Promise<z.infer<typeof RecoveredDeliveries>> => {
  await lockActivePushEndpoint(tx, key);
  const oldestMs = tx.now.getTime() - config.deliveryRetentionMs;
  const since = new Date(Math.max(Date.parse(body.since), oldestMs));
  const [found] = await tx.db.$queryRaw<[{ count: number }]>`
    select count(*)::int as count from webhook_deliveries d where ${isUndelivered(key, since)}
  `;
  await recoverBatch(tx, { ...key, since, afterSequence: 0 });
  return found;
};

export type Recovery = EndpointKey & { since: Date; afterSequence: number };

/** The endpoint is locked during a batch, and takes no event. */
const BATCH = 1_000;

/** A pause meanwhile only delays what the recovery restarts. */
export const continueRecovery = defineJob({
  id: 'recover-deliveries',
  payload: z.object({
    organisation_id: z.string(),
    endpoint_id: z.string(),
    since: z.string(),
    after_sequence: z.number(),
  }),
  run: (context: Context, { organisation_id, endpoint_id, since, after_sequence }) =>
    context.transact(async (tx) => {
      const key = { organisationId: organisation_id, endpointId: endpoint_id };
      if (!(await lockEndpointIfKept(tx, key))) return endRecovery(tx, { ...key, since: new Date(since) });
      await recoverBatch(tx, { ...key, since: new Date(since), afterSequence: after_sequence });
    }),
});

/** A delivery that fails anew is behind, and not restarted twice. The caller holds the endpoint's lock. */
const recoverBatch = async (tx: Tx, { since, afterSequence, ...key }: Recovery): Promise<void> => {
  const batch = await tx.db.$queryRaw<{ id: string; sequence: bigint }[]>`
    select d.id, d.sequence
    from webhook_deliveries d
    where ${isUndelivered(key, since)} and d.sequence > ${afterSequence}::bigint
    order by d.sequence
    limit ${BATCH}
  `;
  await restartDeliveries(
    tx,
    key,
    batch.map(({ id }) => id),
  );
  if (batch.length === BATCH) {
    return goOn(tx, { ...key, since, afterSequence: Number(batch.at(-1)!.sequence) });
  }
  if (afterSequence > 0) await endRecovery(tx, { ...key, since });
};

// The row keeps the recovery in case its job is lost. A batch that runs twice moves it once.
const goOn = async (tx: Tx, recovery: Recovery): Promise<void> => {
  const { organisationId, endpointId, since, afterSequence } = recovery;
  await tx.db.$executeRaw`
    insert into webhook_recoveries as r (organisation_id, endpoint_id, since, after_sequence)
    values (${organisationId}::uuid, ${endpointId}::uuid, ${since}, ${afterSequence}::bigint)
    on conflict (organisation_id, endpoint_id, since) do update
      set after_sequence = greatest(r.after_sequence, excluded.after_sequence)
  `;
  enqueueRecovery(tx, recovery);
};

const endRecovery = async (
  tx: Tx,
  { organisationId, endpointId, since }: Omit<Recovery, 'afterSequence'>,
): Promise<void> => {
  await tx.db.webhookRecovery.deleteMany({
    where: { organisation_id: organisationId, endpoint_id: endpointId, since },
  });
};

export const enqueueRecovery = (
  tx: Tx,
  { organisationId, endpointId, since, afterSequence }: Recovery,
): void => {
  const payload = {
    organisation_id: organisationId,
    endpoint_id: endpointId,
    since: since.toISOString(),
    after_sequence: afterSequence,
  };
  enqueueJob(tx, continueRecovery, { payload, key: [endpointId, payload.since, afterSequence].join(':') });
};

/** Raw, for the leases. The index is by failures: without one, a delivery is dropped only with its endpoint. */
const isUndelivered = ({ organisationId, endpointId }: EndpointKey, since: Date): Prisma.Sql => Prisma.sql`
  d.organisation_id = ${organisationId}::uuid and d.endpoint_id = ${endpointId}::uuid
    and d.failure_count > 0 and d.status in ('failed', 'dropped') and d.created_at >= ${since}
    and not exists (
      select from webhook_leased_attempts l
      where l.organisation_id = d.organisation_id and l.endpoint_id = d.endpoint_id and l.delivery_id = d.id
    )`;

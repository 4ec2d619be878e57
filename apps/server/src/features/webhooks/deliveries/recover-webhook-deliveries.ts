import type { RecoverDeliveriesBody, RecoveredDeliveries } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { lockActivePushEndpoint, type EndpointKey } from '../dispatch/lock-endpoint.ts';
import { isUndelivered, recoverBatch } from './recover-batch.job.ts';

/** Sends again what an endpoint did not take since then, as far back as deliveries are kept. */
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

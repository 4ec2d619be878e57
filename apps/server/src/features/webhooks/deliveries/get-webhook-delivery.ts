import type { WebhookAttempt, WebhookDeliveryWithAttempts } from '@field-inspection/contract';
import type { z } from 'zod';
import type { WebhookAttempt as WebhookAttemptRow, WebhookLease } from '#prisma';
import type { Context } from '../../../context.ts';
import { findWebhookDelivery, type WebhookDeliveryKey } from './find-webhook-delivery.ts';
import { viewWebhookDelivery } from './webhook-delivery-view.ts';

/** An answer may have 16 KiB, and a delivery that is sent again and again any number of attempts. */
const ATTEMPTS_SHOWN = 25;

/** A delivery and its last attempts, oldest first. */
export const getWebhookDelivery = async (
  { database }: Pick<Context, 'database'>,
  key: WebhookDeliveryKey,
): Promise<z.infer<typeof WebhookDeliveryWithAttempts>> => {
  const delivery = await findWebhookDelivery(database.prisma, key);
  const attempts = await database.prisma.webhookAttempt.findMany({
    where: { organisation_id: key.organisationId, delivery_id: key.deliveryId },
    orderBy: { number: 'desc' },
    take: ATTEMPTS_SHOWN,
  });
  // It may have ended between the two reads.
  const underWay = attempts[0]?.number === delivery.leased_attempt ? null : delivery.lease;
  return {
    ...viewWebhookDelivery(delivery),
    next_attempt_at: delivery.next_attempt_at?.toISOString() ?? null,
    attempts: [
      ...attempts.toReversed().map(viewAttempt),
      ...(underWay ? [viewAttemptUnderWay(underWay)] : []),
    ].slice(-ATTEMPTS_SHOWN),
  };
};

const viewAttemptUnderWay = (lease: WebhookLease): z.infer<typeof WebhookAttempt> => ({
  number: lease.attempt,
  outcome: 'in_progress',
  started_at: lease.started_at.toISOString(),
  duration_ms: null,
  response_status: null,
  error_class: null,
  error: null,
  response_excerpt: null,
});

const viewAttempt = (row: WebhookAttemptRow): z.infer<typeof WebhookAttempt> => ({
  number: row.number,
  // The table's check holds the column to the contract's words.
  outcome: row.outcome as z.infer<typeof WebhookAttempt>['outcome'],
  started_at: row.started_at.toISOString(),
  duration_ms: row.duration_ms,
  response_status: row.response_status,
  error_class: row.error_class,
  error: row.error,
  response_excerpt: row.response_excerpt,
});

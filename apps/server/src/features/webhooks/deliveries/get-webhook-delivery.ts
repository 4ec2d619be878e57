import type { WebhookAttempt, WebhookDeliveryWithAttempts, WebhookRequest } from '@field-inspection/contract';
import type { z } from 'zod';
import type { WebhookAttempt as WebhookAttemptRow, WebhookDelivery, LeasedAttempt } from '#prisma';
import type { Context } from '../../../context.ts';
import { buildWebhookRequest } from '../dispatch/build-webhook-request.ts';
import {
  findWebhookDelivery,
  type WebhookDeliveryKey,
  viewWebhookDelivery,
} from './find-webhook-delivery.ts';

/** An answer may have 16 KiB, and a delivery that is sent again and again any number of attempts. */
const ATTEMPTS_SHOWN = 25;

/** A delivery with what is sent and its last attempts, oldest first. */
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
  const { kind, ...request } = await readRequest(database, delivery);
  // It may have ended between the two reads.
  const underWay = attempts[0]?.number === delivery.leased_attempt ? null : delivery.lease;
  return {
    ...viewWebhookDelivery(delivery),
    // Nobody sends what a reader fetches.
    next_attempt_at: kind === 'pull' ? null : (delivery.next_attempt_at?.toISOString() ?? null),
    request,
    attempts: [
      ...attempts.toReversed().map(viewAttempt),
      ...(underWay ? [viewAttemptUnderWay(underWay)] : []),
    ].slice(-ATTEMPTS_SHOWN),
  };
};

// Made anew: the same event gives the same bytes. Raw, for the data as they were stored. The URL is the endpoint's own,
// and may be another by now.
const readRequest = async (
  { prisma }: Context['database'],
  { organisation_id, event_id, endpoint_id, sequence }: WebhookDelivery,
): Promise<z.infer<typeof WebhookRequest> & { kind: string }> => {
  const [event] = await prisma.$queryRaw<
    [{ type: string; created_at: Date; data_text: string; test: boolean; kind: string }]
  >`
    select e.type, e.created_at, e.data::text as data_text, e.test, w.kind
    from events e
    join webhook_endpoints w on w.organisation_id = e.organisation_id and w.id = ${endpoint_id}::uuid
    where e.organisation_id = ${organisation_id}::uuid and e.id = ${event_id}::uuid
  `;
  const { headers, body } = buildWebhookRequest('', {
    id: event_id,
    type: event.type,
    createdAt: event.created_at,
    organisationId: organisation_id,
    endpointId: endpoint_id,
    sequence: Number(sequence),
    dataText: event.data_text,
    isTest: event.test,
  });
  return { kind: event.kind, headers: { ...headers, 'webhook-id': event_id }, body };
};

const viewAttemptUnderWay = (lease: LeasedAttempt): z.infer<typeof WebhookAttempt> => ({
  number: lease.attempt,
  outcome: 'in_progress',
  started_at: lease.started_at.toISOString(),
  duration_ms: null,
  response_status: null,
  error_class: null,
  error: null,
  response_excerpt: null,
  response_headers: null,
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
  response_headers: row.response_headers as Record<string, string> | null,
});

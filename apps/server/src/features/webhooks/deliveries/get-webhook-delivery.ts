import {
  type WebhookAttempt,
  WebhookDelivery,
  type WebhookDeliveryWithAttempts,
  type WebhookRequest,
} from '@field-inspection/contract';
import type { z } from 'zod';
import type {
  LeasedAttempt,
  Prisma,
  WebhookAttempt as WebhookAttemptRow,
  WebhookDelivery as DeliveryRow,
} from '#prisma';
import { noSuch } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import { showRow } from '../../../platform/database/show-row.ts';
import { buildWebhookRequest } from '../dispatch/build-webhook-request.ts';

/** An answer may have 16 KiB, and a delivery that is sent again has any number of attempts. */
const ATTEMPTS_SHOWN = 25;

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
  // The delivery may have ended between the two reads.
  const underWay = attempts[0]?.number === delivery.leased_attempt ? null : delivery.lease;
  return {
    ...viewWebhookDelivery(delivery),
    // A reader fetches these deliveries; nobody sends them.
    next_attempt_at: kind === 'pull' ? null : (delivery.next_attempt_at?.toISOString() ?? null),
    request,
    attempts: [
      ...attempts.toReversed().map(viewAttempt),
      ...(underWay ? [viewAttemptUnderWay(underWay)] : []),
    ].slice(-ATTEMPTS_SHOWN),
  };
};

// The same event gives the same bytes, so the request is made anew. Raw, for the data as they were stored. The URL may
// be another by now.
const readRequest = async (
  { prisma }: Context['database'],
  { organisation_id, event_id, endpoint_id, sequence }: DeliveryRow,
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
  outcome: row.outcome as z.infer<typeof WebhookAttempt>['outcome'],
  started_at: row.started_at.toISOString(),
  duration_ms: row.duration_ms,
  response_status: row.response_status,
  error_class: row.error_class,
  error: row.error,
  response_excerpt: row.response_excerpt,
  response_headers: row.response_headers as Record<string, string> | null,
});

export type WebhookDeliveryKey = { organisationId: string; deliveryId: string };

type FoundDelivery = DeliveryRow & { lease: LeasedAttempt | null; leased_attempt: number | null };

export const findWebhookDelivery = async (
  db: Prisma.TransactionClient,
  { organisationId, deliveryId }: WebhookDeliveryKey,
): Promise<FoundDelivery> => {
  const delivery = await db.webhookDelivery.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: deliveryId } },
  });
  if (!delivery) throw noSuch('webhook delivery', deliveryId);
  const { organisation_id, endpoint_id, id } = delivery;
  const lease = await db.leasedAttempt.findUnique({
    where: {
      organisation_id_endpoint_id_delivery_id: { organisation_id, endpoint_id, delivery_id: id },
    },
  });
  return { ...delivery, lease, leased_attempt: lease?.attempt ?? null };
};

export type WebhookDeliveryRow = DeliveryRow & { leased_attempt?: number | null };

export const viewWebhookDelivery = (row: WebhookDeliveryRow): WebhookDelivery =>
  showRow(WebhookDelivery, {
    ...row,
    endpoint: row.endpoint_id,
    attempt_count: row.leased_attempt ?? row.attempt_count,
    event: row.event_id,
    sequence: Number(row.sequence),
  });

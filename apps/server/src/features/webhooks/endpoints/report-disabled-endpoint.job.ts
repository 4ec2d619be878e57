import { UNREAD_DAYS } from '@field-inspection/rules';
import { z } from 'zod';
import type { WebhookEndpoint } from '#prisma';
import type { Context } from '../../../context.ts';
import { CrontabPayload, defineJob, enqueueJob } from '../../../platform/jobs/define-job.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { publishEvent } from '../../events/exports/publish-event.ts';
import { queueMessages, type MessageKind } from '../../notifications/exports/queue-messages.ts';
import type { EndpointKey } from '../dispatch/lock-endpoint.ts';
import { viewWebhookEndpoint } from './read-webhook-endpoints.ts';

/**
 * Tells the organisation's other endpoints of a pause and, if the service paused it, the operators, each once.
 * Operators get one e-mail a day for an endpoint at most: the message's key holds both. A message over the limits
 * waits. A callback's pause is in the delivery log alone: nobody can activate a callback, and a redelivery sets it
 * going again.
 */
export const reportDisabledEndpoint = defineJob({
  id: 'report-disabled-endpoint',
  payload: z.object({ organisation_id: z.guid(), endpoint_id: z.guid() }),
  run: (context: Context, { organisation_id, endpoint_id }) =>
    context.transact(async (tx) => {
      const endpoint = await markReported(tx, { organisationId: organisation_id, endpointId: endpoint_id });
      if (!endpoint) return;
      const { paused_reason } = endpoint;
      context.log.warn({ organisation_id, endpoint_id, paused_reason }, 'webhook endpoint paused');
      if (endpoint.session_id !== null) return;
      publishEvent(context, tx, {
        organisationId: organisation_id,
        type: 'endpoint.paused',
        data: viewWebhookEndpoint(endpoint),
        exceptEndpointId: endpoint_id,
      });
      const kind = NOTICES[paused_reason ?? ''];
      if (kind) await notifyOperators(context, tx, { endpoint, kind });
    }),
});

export const enqueueReport = (tx: Tx, { organisationId, endpointId }: EndpointKey): void =>
  enqueueJob(tx, reportDisabledEndpoint, {
    payload: { organisation_id: organisationId, endpoint_id: endpointId },
    key: endpointId,
  });

const NOTICES: Record<string, MessageKind> = {
  gone: 'endpoint_gone',
  failing: 'endpoint_disabled',
  unread: 'endpoint_unread',
};

// A conditional update: a second run finds nothing, and an active or deleted endpoint is not reported. A process of the
// release before pauses without a note.
const markReported = async (
  tx: Tx,
  { organisationId, endpointId }: EndpointKey,
): Promise<WebhookEndpoint | undefined> => {
  const rows = await tx.db.$queryRaw<WebhookEndpoint[]>`
    update webhook_endpoints
    set paused_reason = coalesce(paused_reason, 'failing'),
      paused_at = coalesce(paused_at, ${tx.now}),
      pause_reported_at = coalesce(paused_at, ${tx.now})
    where organisation_id = ${organisationId}::uuid and id = ${endpointId}::uuid
      and not active and deleted_at is null
      and (paused_at is null or paused_at is distinct from pause_reported_at)
    returning *
  `;
  return rows[0];
};

const notifyOperators = async (
  context: Context,
  tx: Tx,
  { endpoint, kind }: { endpoint: WebhookEndpoint; kind: MessageKind },
): Promise<void> => {
  const { organisation_id, id } = endpoint;
  const day = tx.now.toISOString().slice(0, 10);
  const { locale } = await tx.db.organisation.findUniqueOrThrow({ where: { id: organisation_id } });
  const operators = await tx.db.credential.findMany({
    where: { organisation_id, kind: 'key', revoked_at: null },
    distinct: ['operator_email'],
    select: { operator_email: true },
  });
  const messages = operators.map(({ operator_email }) => ({
    endpoint: { organisation_id, id, locale },
    kind,
    channel: 'email' as const,
    recipient: operator_email,
    dedupeKey: ['endpoint_disabled', id, day, operator_email].join(':'),
    expiresAt: null,
    awaitsCount: true,
  }));
  queueMessages(context, tx, messages);
};

const DAY_MS = 86_400_000;

/** No reader reads these endpoints any more, and their events pile up. */
export const pauseUnreadEndpoints = defineJob({
  id: 'pause-unread-endpoints',
  payload: CrontabPayload,
  run: (context: Context) =>
    context.transact(async (tx) => {
      const unreadSince = new Date(tx.now.getTime() - UNREAD_DAYS * DAY_MS);
      // The event after the last acknowledged one has waited longest.
      const paused = await tx.db.$queryRaw<{ organisation_id: string; id: string }[]>`
        update webhook_endpoints w
        set active = false, paused_reason = 'unread', paused_at = ${tx.now}
        where w.kind = 'pull' and w.active and w.deleted_at is null
          and (w.read_at is null or w.read_at <= ${unreadSince})
          and exists (
            select from webhook_deliveries d
            where d.organisation_id = w.organisation_id and d.endpoint_id = w.id
              and d.sequence = w.acknowledged_sequence + 1 and d.created_at <= ${unreadSince}
          )
        returning w.organisation_id, w.id
      `;
      for (const { organisation_id, id } of paused) {
        enqueueReport(tx, { organisationId: organisation_id, endpointId: id });
      }
    }),
});

import { z } from 'zod';
import type { WebhookEndpoint } from '#prisma';
import type { Context } from '../../../context.ts';
import { defineJob, enqueueJob } from '../../../platform/jobs/define-job.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { publishEvent } from '../../events/exports/publish-event.ts';
import { queueMessages, type MessageKind } from '../../notifications/exports/queue-messages.ts';
import type { EndpointKey } from '../dispatch/lock-endpoint.ts';
import { viewWebhookEndpoint } from './webhook-endpoint-view.ts';

/**
 * Tells the other endpoints of an organisation that one was paused and, where nobody asked for it, its operators, each
 * once. Operators get at most one e-mail for an endpoint and a day, however often it pauses: the key of the message holds
 * both. What is over the limits of messages waits. Of a callback the delivery log tells: nobody can activate it, a
 * redelivery sets it going again.
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

/** Has it told that an endpoint was paused, when the transaction commits. */
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

// One conditional update, so that a second run finds nothing; nor is there anything to tell of one that is active again
// or deleted meanwhile. A process of the release before pauses without a note.
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
    where: { organisation_id, revoked_at: null },
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

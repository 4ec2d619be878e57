import { contract, type WebhookDeliveryExplanation } from '@field-inspection/contract';
import { type DeliverySituation, describeSituation } from '@field-inspection/rules';
import { noSuch } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import { implement } from '../../../http/routes/implement-routes.ts';
import { capOf, organisationCapOf } from '../dispatch/claim-attempts.ts';
import {
  getWebhookDelivery,
  viewWebhookDelivery,
  type WebhookDeliveryKey,
  type WebhookDeliveryRow,
} from './get-webhook-delivery.ts';
import { listWebhookDeliveries } from './list-webhook-deliveries.ts';
import { redeliverWebhook } from './redeliver-webhooks.job.ts';

export const webhookEventRoutes = (context: Context) =>
  implement(contract.webhookEvents, {
    list: ({ caller: { organisationId }, query }) =>
      listWebhookDeliveries(context, { organisationId, query }),
    get: (given) => getWebhookDelivery(context, keyOf(given)),
    explain: (given) => explainWebhookDelivery(context, keyOf(given)),
    redeliver: (tx, given) => redeliverWebhook(tx, keyOf(given)),
  });

const keyOf = ({
  caller,
  params,
}: {
  caller: { organisationId: string };
  params: { delivery_id: string };
}) => ({ organisationId: caller.organisationId, deliveryId: params.delivery_id });

const explainWebhookDelivery = async (
  context: Pick<Context, 'clock' | 'config' | 'database'>,
  key: WebhookDeliveryKey,
): Promise<WebhookDeliveryExplanation> => {
  const cap = capOf(context.config.workerConcurrency);
  const delivery = await readSituation(context, { ...key, cap });
  const explanation = describeSituation(delivery, {
    now: context.clock.now(),
    cap,
    organisationCap: organisationCapOf(context.config.workerConcurrency),
    retryCount: context.config.webhookRetryDelaysMs.length,
  });
  return {
    delivery: viewWebhookDelivery(delivery),
    state: explanation.state,
    due_at: explanation.dueAt?.toISOString() ?? null,
    reason: explanation.reason,
    attempts_left: explanation.attemptsLeft,
    last_error: explanation.lastError,
  };
};

// Raw: leases count by the database's clock, and one statement sees one moment.
const readSituation = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, deliveryId, cap }: WebhookDeliveryKey & { cap: number },
): Promise<DeliverySituation & WebhookDeliveryRow> => {
  const rows = await database.prisma.$queryRaw<(DeliverySituation & WebhookDeliveryRow)[]>`
    select d.*, l.attempt as leased_attempt,
      coalesce(l.lease_until > clock_timestamp(), false) as is_leased,
      w.active as endpoint_active,
      w.kind = 'pull' as is_pulled,
      w.session_id is not null as is_callback,
      w.deleted_at is not null as endpoint_deleted,
      (
        select count(*)::int
        from webhook_leased_attempts other
        where other.organisation_id = d.organisation_id and other.endpoint_id = d.endpoint_id
          and other.lease_until > clock_timestamp()
      ) as leased_count,
      (
        select count(*)::int
        from webhook_leased_attempts other
        where other.organisation_id = d.organisation_id and other.lease_until > clock_timestamp()
      ) as organisation_leased_count,
      (
        select count(*)::int
        from (
          select from webhook_queued_deliveries q
          where q.organisation_id = d.organisation_id and q.endpoint_id = d.endpoint_id
            and (q.due_at, q.sequence) < (d.next_attempt_at, d.sequence)
            and not exists (
              select from webhook_leased_attempts other
              where other.organisation_id = q.organisation_id and other.endpoint_id = q.endpoint_id
                and other.delivery_id = q.delivery_id
            )
          limit ${cap}::bigint
        ) before
      ) as ahead_count,
      failure.response_status as failure_status,
      failure.error as failure_error
    from webhook_deliveries d
    join webhook_endpoints w on w.organisation_id = d.organisation_id and w.id = d.endpoint_id
    left join webhook_leased_attempts l
      on l.organisation_id = d.organisation_id and l.endpoint_id = d.endpoint_id and l.delivery_id = d.id
    left join lateral (
      select a.response_status, a.error
      from webhook_attempts a
      where a.organisation_id = d.organisation_id and a.delivery_id = d.id and a.outcome = 'failed'
      order by a.number desc
      limit 1
    ) failure on true
    where d.organisation_id = ${organisationId}::uuid and d.id = ${deliveryId}::uuid
  `;
  if (!rows[0]) throw noSuch('webhook delivery', deliveryId);
  return rows[0];
};

import type { DeliveryStatus } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { cutPage, readPosition } from '../../platform/database/list-page.ts';
import { viewWebhookDelivery, type WebhookDeliveryRow } from './webhook-delivery-view.ts';

/**
 * One page of an endpoint's deliveries after a sequence number, oldest first: what a receiver asks for that
 * wants to know what it has missed. Not the last 100 but all that is kept.
 */
export const listDeliveriesAfter = async (
  context: Pick<Context, 'database' | 'keyring'>,
  {
    organisationId,
    query: { endpoint, status, after_sequence, limit, cursor },
  }: {
    organisationId: string;
    query: {
      endpoint: string;
      status?: DeliveryStatus | undefined;
      after_sequence: number;
      limit: number;
      cursor?: string | undefined;
    };
  },
) => {
  const list = ['webhook-events after', organisationId, endpoint, status, after_sequence];
  const after = readPosition(context, { list, cursor })?.at ?? BigInt(after_sequence);
  const hasStatus = status ? Prisma.sql`d.status = ${status}` : Prisma.sql`true`;
  // Raw like the log beside it. The endpoint's unique index on the sequence serves it in order.
  const found = await context.database.prisma.$queryRaw<WebhookDeliveryRow[]>`
    select d.*, l.attempt as leased_attempt
    from webhook_deliveries d
    left join webhook_leases l
      on l.organisation_id = d.organisation_id and l.endpoint_id = d.endpoint_id and l.delivery_id = d.id
    where d.organisation_id = ${organisationId}::uuid and d.endpoint_id = ${endpoint}::uuid
      and d.sequence > ${after}::bigint and ${hasStatus}
    order by d.sequence
    limit ${limit + 1}
  `;
  const { rows, ...page } = cutPage(context, { list, limit, found }, ({ sequence, id }) => ({
    at: sequence,
    id,
  }));
  return { data: rows.map(viewWebhookDelivery), ...page };
};

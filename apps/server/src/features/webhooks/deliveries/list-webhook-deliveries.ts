import type { DeliveryStatus, EventType } from '@field-inspection/contract';
import type { z } from 'zod';
import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import {
  cutPage,
  listPage,
  readPosition,
  placeColumn,
  type Placed,
} from '../../../platform/database/list-page.ts';
import { viewWebhookDelivery, type WebhookDeliveryRow } from './webhook-delivery-view.ts';

/** The delivery log shows this many. */
const LOG_SIZE = 100;

type Filters = {
  endpoint?: string | undefined;
  status?: DeliveryStatus | undefined;
  event_type?: z.infer<typeof EventType> | undefined;
  session?: string | undefined;
  after_sequence?: number | undefined;
};

/**
 * One page of the organisation's last 100 deliveries, newest first; the filters choose among these. By a type of event
 * or a session it is all that are kept. After a sequence number it is another list: an endpoint's, oldest first.
 */
export const listWebhookDeliveries = async (
  context: Pick<Context, 'database' | 'keyring'>,
  {
    organisationId,
    query: { limit, cursor, ...filters },
  }: { organisationId: string; query: Filters & { limit: number; cursor?: string | undefined } },
) => {
  const { endpoint, after_sequence } = filters;
  // The contract lets neither come without the other.
  if (endpoint !== undefined && after_sequence !== undefined) {
    const query = { ...filters, endpoint, after_sequence, limit, cursor };
    return listDeliveriesAfter(context, { organisationId, query });
  }
  const { status, event_type, session } = filters;
  const isNarrow = event_type !== undefined || session !== undefined;
  const narrow = isNarrow ? [event_type, session] : [];
  const list = ['webhook-events', organisationId, endpoint, status, ...narrow];
  const { rows, ...page } = await listPage(
    context,
    { list, cursor, limit },
    ({ after, order }) =>
      // Raw: the place is kept to the microsecond, which Prisma's dates are not.
      context.database.prisma.$queryRaw<(WebhookDeliveryRow & Placed)[]>`
      select *, ${placeColumn}
      from (
        select d.*, l.attempt as leased_attempt
        from webhook_deliveries d
        left join webhook_leases l
          on l.organisation_id = d.organisation_id and l.endpoint_id = d.endpoint_id and l.delivery_id = d.id
        where d.organisation_id = ${organisationId}::uuid and ${chooseEvents({ event_type, session })}
        ${isNarrow ? Prisma.empty : Prisma.sql`order by d.created_at desc, d.id desc limit ${LOG_SIZE}`}
      ) log
      where ${after} and ${filterDeliveries(filters)}
      ${order}
    `,
  );
  return { data: rows.map(viewWebhookDelivery), ...page };
};

const filterDeliveries = ({ endpoint, status }: Filters): Prisma.Sql =>
  Prisma.join(
    [
      Prisma.sql`true`,
      ...(endpoint ? [Prisma.sql`endpoint_id = ${endpoint}::uuid`] : []),
      ...(status ? [Prisma.sql`status = ${status}`] : []),
    ],
    ' and ',
  );

// The index of the deliveries serves a type in their order; that of the events has the few that a session causes.
const chooseEvents = ({ event_type, session }: Filters): Prisma.Sql => {
  const ofType = event_type ? Prisma.sql`d.event_type = ${event_type}` : Prisma.sql`true`;
  if (session === undefined) return ofType;
  return Prisma.sql`${ofType} and d.event_id in (
    select e.id from events e where e.organisation_id = d.organisation_id and e.session_id = ${session}::uuid
  )`;
};

/**
 * One page of an endpoint's deliveries after a sequence number, oldest first: what a receiver asks for that
 * wants to know what it has missed. Not the last 100 but all that is kept.
 */
const listDeliveriesAfter = async (
  context: Pick<Context, 'database' | 'keyring'>,
  {
    organisationId,
    query: { endpoint, status, event_type, session, after_sequence, limit, cursor },
  }: {
    organisationId: string;
    query: Filters & { endpoint: string; after_sequence: number; limit: number; cursor?: string | undefined };
  },
) => {
  const list = [
    'webhook-events after',
    ...[organisationId, endpoint, status, after_sequence],
    ...(event_type !== undefined || session !== undefined ? [event_type, session] : []),
  ];
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
      and ${chooseEvents({ event_type, session })}
    order by d.sequence
    limit ${limit + 1}
  `;
  const { rows, ...page } = cutPage(context, { list, limit, found }, ({ sequence, id }) => ({
    at: sequence,
    id,
  }));
  return { data: rows.map(viewWebhookDelivery), ...page };
};

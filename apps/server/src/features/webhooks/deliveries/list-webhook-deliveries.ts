import type { DeliveryStatus, EventType } from '@field-inspection/contract';
import type { z } from 'zod';
import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import {
  filterBy,
  instantOf,
  leadBy,
  listPage,
  newestFirst,
  type Filter,
  type Lead,
  type Order,
} from '../../../platform/database/list-page.ts';
import { viewWebhookDelivery, type WebhookDeliveryRow } from './get-webhook-delivery.ts';

const LOG_SIZE = 100;

type Filters = {
  endpoint?: string | undefined;
  status?: DeliveryStatus | undefined;
  event_type?: z.infer<typeof EventType> | undefined;
  session?: string | undefined;
  after_sequence?: number | undefined;
};

/** The last 100, unless a type of event or a session is named; with a sequence number an endpoint's, oldest first. */
export const listWebhookDeliveries = async (
  context: Pick<Context, 'database' | 'keyring'>,
  {
    organisationId,
    query: { limit, cursor, ...filters },
  }: { organisationId: string; query: Filters & { limit: number; cursor?: string | undefined } },
) => {
  const { endpoint, after_sequence } = filters;
  if (endpoint !== undefined && after_sequence !== undefined) {
    const query = { ...filters, endpoint, after_sequence, limit, cursor };
    return listDeliveriesAfter(context, { organisationId, query });
  }
  const { status, event_type, session } = filters;
  const isNarrow = event_type !== undefined || session !== undefined;
  const { rows, ...page } = await listPage<WebhookDeliveryRow>(context, {
    list: ['webhook-events', organisationId, endpoint, status, ...(isNarrow ? [event_type, session] : [])],
    cursor,
    limit,
    of: { table: TABLE, organisationId },
    columns: COLUMNS,
    whole: theLog(organisationId),
    filters: narrow(organisationId, filters),
    conditions: [
      ...(endpoint ? [Prisma.sql`endpoint_id = ${endpoint}::uuid`] : []),
      ...(status ? [Prisma.sql`status = ${status}`] : []),
    ],
  });
  return { data: rows.map(viewWebhookDelivery), ...page };
};

const TABLE = 'webhook_deliveries';

const COLUMNS = Prisma.sql`
  webhook_deliveries.*,
  (
    select l.attempt from webhook_leased_attempts l
    where l.organisation_id = webhook_deliveries.organisation_id
      and l.endpoint_id = webhook_deliveries.endpoint_id and l.delivery_id = webhook_deliveries.id
  ) as leased_attempt`;

const theLog = (organisationId: string): Lead => ({
  from: Prisma.sql`(
    select created_at, id from webhook_deliveries where organisation_id = ${organisationId}::uuid
    order by created_at desc, id desc limit ${Prisma.raw(String(LOG_SIZE))}
  ) log`,
  where: Prisma.sql`true`,
});

const narrow = (organisationId: string, { event_type, session }: Filters): Filter[] => [
  ...(event_type ? [filterBy({ table: TABLE, organisationId }, Prisma.sql`event_type = ${event_type}`)] : []),
  ...(session ? [filterBySession(organisationId, session)] : []),
];

// The events of a session lead: a delivery is written with its event, at the same instant.
const filterBySession = (organisationId: string, session: string): Filter => ({
  lead: {
    from: Prisma.sql`events e cross join lateral (
      select d.id from webhook_deliveries d
      where d.organisation_id = e.organisation_id and d.event_id = e.id offset 0
    ) d`,
    where: Prisma.sql`e.organisation_id = ${organisationId}::uuid and e.session_id = ${session}::uuid`,
    order: BY_EVENT,
  },
  holds: Prisma.sql`(
    select e.session_id from events e
    where e.organisation_id = webhook_deliveries.organisation_id and e.id = webhook_deliveries.event_id
  ) = ${session}::uuid`,
});

/** For a receiver that wants to know what it has missed: all kept deliveries of an endpoint, not the last 100. */
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
  const of = { table: TABLE, organisationId };
  const { rows, ...page } = await listPage<WebhookDeliveryRow>(context, {
    list: [
      'webhook-events after',
      ...[organisationId, endpoint, status, after_sequence],
      ...(event_type !== undefined || session !== undefined ? [event_type, session] : []),
    ],
    cursor,
    limit,
    of,
    columns: COLUMNS,
    whole: {
      ...leadBy(of, Prisma.sql`endpoint_id = ${endpoint}::uuid and sequence > ${after_sequence}::bigint`),
      order: BY_SEQUENCE,
    },
    conditions: [
      ...(status ? [Prisma.sql`status = ${status}`] : []),
      ...narrow(organisationId, { event_type, session }).map(({ holds }) => holds),
    ],
  });
  return { data: rows.map(viewWebhookDelivery), ...page };
};

const BY_EVENT_AND_ID = newestFirst({ at: Prisma.sql`e.created_at`, id: Prisma.sql`d.id` });

/** The index of a session's events knows no ids of deliveries, and begins at the instant. */
const BY_EVENT: Order = {
  ...BY_EVENT_AND_ID,
  by: Prisma.sql`e.created_at desc`,
  ties: 100,
  isAfter: (position) => Prisma.sql`
    e.created_at <= ${instantOf(position)} and ${BY_EVENT_AND_ID.isAfter(position)}`,
};

/** The unique index of an endpoint's sequence. */
const BY_SEQUENCE: Order = {
  keys: Prisma.sql`sequence as place, id as place_id`,
  by: Prisma.sql`sequence`,
  again: Prisma.sql`place`,
  number: Prisma.sql`place`,
  isAfter: ({ at }) => Prisma.sql`sequence > ${at}::bigint`,
};

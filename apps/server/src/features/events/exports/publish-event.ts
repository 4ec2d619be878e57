import type { EmittedEventType, EVENT_DATA } from '@field-inspection/contract';
import type { z } from 'zod';
import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';

/** An event as a use case states it; `data` is what the contract says for the type. */
export type NewEvent = {
  [Type in EmittedEventType]: {
    organisationId: string;
    type: Type;
    data: z.output<(typeof EVENT_DATA)[Type]>;
    sessionId?: string;
    /** An endpoint that does not get it: the one that it tells of. */
    exceptEndpointId?: string;
  };
}[EmittedEventType];

/**
 * Publishes an event when the transaction commits: the event, a delivery for each active endpoint that
 * subscribes to it and each callback of its session, the next sequence number of each, and what wakes the workers,
 * all in one statement. What a reader fetches is not queued for them.
 */
export const publishEvent = (
  context: Pick<Context, 'ids'>,
  tx: Tx,
  { organisationId, sessionId, exceptEndpointId, type, data }: NewEvent,
): void => {
  const pending = pendingByTx.get(tx) ?? collectUntilCommit(tx);
  const events = pending.get(organisationId) ?? [];
  pending.set(organisationId, events);
  events.push({
    id: context.ids.next(),
    ordinal: events.length,
    session_id: sessionId ?? null,
    except_endpoint_id: exceptEndpointId ?? null,
    type,
    data,
  });
};

type PendingEvent = {
  id: string;
  ordinal: number;
  session_id: string | null;
  except_endpoint_id: string | null;
  type: string;
  data: object;
};

/** By organisation. */
type PendingEvents = Map<string, PendingEvent[]>;

const pendingByTx = new WeakMap<Tx, PendingEvents>();

// The last organisation's events go with the last statement; hardly any transaction has those of another. In the order
// of their ids, so that two such transactions can't deadlock.
const collectUntilCommit = (tx: Tx): PendingEvents => {
  const pending: PendingEvents = new Map();
  pendingByTx.set(tx, pending);
  tx.beforeCommit.push(async () => {
    const fanOuts = [...pending]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([organisationId, events]) => fanOut(organisationId, events, tx.now));
    for (const ctes of fanOuts.slice(0, -1)) await tx.db.$queryRaw`with ${Prisma.join(ctes, ',\n')} select 0`;
    tx.lastWrites.push({ ctes: fanOuts.at(-1)! });
  });
  return pending;
};

// The endpoints are locked in the order of their ids, so that two events can't deadlock; the lock is what
// makes the sequence of an endpoint free of gaps. Their ids come first: of an "or" the planner makes one scan
// of all that the organisation ever had, and callbacks are as many as its sessions.
const fanOut = (organisationId: string, events: PendingEvent[], now: Date): Prisma.Sql[] => {
  const organisation = Prisma.sql`${organisationId}::uuid`;
  const sessionIds = [...new Set(events.flatMap(({ session_id }) => session_id ?? []))];
  return [
    Prisma.sql`new_events as (
        select e.*
        from json_to_recordset(${JSON.stringify(events)}::json)
          as e (id uuid, ordinal int, session_id uuid, except_endpoint_id uuid, type text, data json)
      )`,
    Prisma.sql`events_stored as (
        insert into events (organisation_id, id, type, session_id, data, created_at)
        select ${organisation}, e.id, e.type, e.session_id, e.data, ${now} from new_events e
      )`,
    Prisma.sql`endpoints as (
        select w.id, w.event_types, w.session_id
        from webhook_endpoints w
        where w.organisation_id = ${organisation} and w.active and w.deleted_at is null
          and w.id = any (array(
            select c.id from webhook_endpoints c where c.organisation_id = ${organisation} and c.session_id is null
            union all
            select c.id from webhook_endpoints c
            where c.organisation_id = ${organisation} and c.session_id = any (${sessionIds}::uuid[])
          ))
          and (w.event_types = '{}' or w.event_types && (select array_agg(type) from new_events))
        order by w.id
        for update
      )`,
    Prisma.sql`matches as (
        select w.id as endpoint_id, e.id as event_id, e.type,
          row_number() over (partition by w.id order by e.ordinal) as place
        from endpoints w
        join new_events e on (w.event_types = '{}' or e.type = any (w.event_types))
          and (w.session_id is null or w.session_id = e.session_id)
          and w.id is distinct from e.except_endpoint_id
      )`,
    ...deliver(organisation, now),
  ];
};

/** What follows for each endpoint and its events; what a reader fetches is not queued. */
const deliver = (organisation: Prisma.Sql, now: Date): Prisma.Sql[] => [
  Prisma.sql`sequenced as (
        update webhook_endpoints w
        set last_sequence = w.last_sequence + m.total
        from (select endpoint_id, count(*) as total from matches group by endpoint_id) m
        where w.organisation_id = ${organisation} and w.id = m.endpoint_id
        returning w.id, w.kind, w.last_sequence - m.total as base
      )`,
  Prisma.sql`deliveries as (
        insert into webhook_deliveries
          (organisation_id, id, endpoint_id, event_id, event_type, sequence, next_attempt_at, created_at)
        select ${organisation}, uuid_v7(), m.endpoint_id, m.event_id, m.type, s.base + m.place, ${now}, ${now}
        from matches m
        join sequenced s on s.id = m.endpoint_id
        returning id, endpoint_id, event_id, sequence
      )`,
  Prisma.sql`queued as (
        insert into webhook_queued_deliveries (organisation_id, endpoint_id, delivery_id, sequence, due_at)
        select ${organisation}, d.endpoint_id, d.id, d.sequence, ${now}
        from deliveries d
        join sequenced s on s.id = d.endpoint_id
        where s.kind = 'push'
      )`,
  Prisma.sql`woken as (
        insert into webhook_due_endpoints (organisation_id, endpoint_id, due_at)
        select ${organisation}, s.id, ${now} from sequenced s where s.kind = 'push'
        returning pg_notify('webhook_wakes', '')
      )`,
];

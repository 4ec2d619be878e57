import { Prisma } from '#prisma';
import type { PendingEvent } from '../platform/database/effects.ts';
import { traceOn } from '../platform/tracing/trace.ts';
import type { Tx } from '../platform/database/transact.ts';
import { sendStatement, type Expressions, type Part } from './last-statement.ts';

/**
 * The events, a delivery for each active endpoint that subscribes to one and each callback of its session, the next
 * sequence number of each, and what wakes the workers. What a reader fetches is not queued for them.
 *
 * The last organisation's events go with the last statement; hardly any transaction has those of another. In the order
 * of their ids, so that two such transactions can't deadlock.
 */
export const fanOutEvents = async ({ db, now, effects }: Tx): Promise<Part[]> => {
  const fanOuts = [...Map.groupBy(effects.events, ({ organisationId }) => organisationId)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([organisationId, events]) => fanOut(organisationId, events, now));
  for (const part of fanOuts.slice(0, -1)) await sendStatement(db, { parts: [part] });
  return fanOuts.slice(-1);
};

// The endpoints are locked in the order of their ids, so that two events can't deadlock; the lock is what
// makes the sequence of an endpoint free of gaps. Their ids come first: of an "or" the planner makes one scan
// of all that the organisation ever had, and callbacks are as many as its sessions.
const fanOut = (organisationId: string, events: PendingEvent[], now: Date): Part => {
  const organisation = Prisma.sql`${organisationId}::uuid`;
  const sessionIds = [...new Set(events.flatMap(({ sessionId }) => sessionId ?? []))];
  return {
    expressions: {
      new_events: Prisma.sql`
        select e.*
        from json_to_recordset(${JSON.stringify(events.map(describeRow))}::json)
          as e (id uuid, ordinal int, session_id uuid, except_endpoint_id uuid, type text, data json, traceparent text)`,
      events_stored: Prisma.sql`
        insert into events (organisation_id, id, type, session_id, data, traceparent, created_at)
        select ${organisation}, e.id, e.type, e.session_id, e.data, e.traceparent, ${now} from new_events e`,
      endpoints: Prisma.sql`
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
        for update`,
      matches: Prisma.sql`
        select w.id as endpoint_id, e.id as event_id, e.type,
          row_number() over (partition by w.id order by e.ordinal) as place
        from endpoints w
        join new_events e on (w.event_types = '{}' or e.type = any (w.event_types))
          and (w.session_id is null or w.session_id = e.session_id)
          and w.id is distinct from e.except_endpoint_id`,
      ...deliver(organisation, now),
    },
  };
};

const describeRow = ({ id, sessionId, exceptEndpointId, type, data }: PendingEvent, ordinal: number) => ({
  id,
  ordinal,
  session_id: sessionId ?? null,
  except_endpoint_id: exceptEndpointId ?? null,
  type,
  data,
  ...traceOn(),
});

/** Deliveries that a reader fetches are numbered, but not queued. */
const deliver = (organisation: Prisma.Sql, now: Date): Expressions => ({
  sequenced: Prisma.sql`
    update webhook_endpoints w
    set last_sequence = w.last_sequence + m.total
    from (select endpoint_id, count(*) as total from matches group by endpoint_id) m
    where w.organisation_id = ${organisation} and w.id = m.endpoint_id
    returning w.id, w.kind, w.last_sequence - m.total as base`,
  deliveries: Prisma.sql`
    insert into webhook_deliveries
      (organisation_id, id, endpoint_id, event_id, event_type, sequence, next_attempt_at, created_at)
    select ${organisation}, uuid_v7(), m.endpoint_id, m.event_id, m.type, s.base + m.place, ${now}, ${now}
    from matches m
    join sequenced s on s.id = m.endpoint_id
    returning id, endpoint_id, event_id, sequence`,
  queued: Prisma.sql`
    insert into webhook_queued_deliveries (organisation_id, endpoint_id, delivery_id, sequence, due_at)
    select ${organisation}, d.endpoint_id, d.id, d.sequence, ${now}
    from deliveries d
    join sequenced s on s.id = d.endpoint_id
    where s.kind = 'push'`,
  woken: Prisma.sql`
    insert into webhook_due_endpoints (organisation_id, endpoint_id, due_at)
    select ${organisation}, s.id, ${now} from sequenced s where s.kind = 'push'
    returning pg_notify('webhook_wakes', '')`,
});

import { CREATING_STATUSES, PLAN_LIMITS } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import type { NewSession } from '../platform/database/effects.ts';
import type { Part } from './last-statement.ts';

// The quota is in the statement: parallel creations would all read the same count, if it were not one conditional
// update. Unlimited plans don't update the organisation's row, for which all of its creations would queue. `for key
// share` waits for a change of the plan only: the insert would take this lock anyway, but after it has read the plan.
// The rows that lists find a session by are written with it. Where it is refused, its chain has been written beside it:
// that refers to the session by a key that the commit judges.
export const insertSession = (session: NewSession | null): Part[] => {
  if (!session) return [];
  const { row, refuse } = session;
  const columns = Prisma.raw(Object.keys(row).join(', '));
  return [
    {
      expressions: {
        organisation: Prisma.sql`
          select ${LIMIT_OF_PLAN} as most
          from organisations
          where id = ${row.organisation_id}::uuid and ${IS_CREATING}
          for key share`,
        quota: Prisma.sql`
          update organisations
          set inspections_used = inspections_used + 1
          where id = ${row.organisation_id}::uuid and inspections_used < (select most from organisation)
          returning id`,
        campaign: Prisma.sql`
          select id from campaigns
          where organisation_id = ${row.organisation_id}::uuid and id = ${row.campaign_id}::uuid
          for key share`,
        session_created: Prisma.sql`
          insert into sessions (${columns})
          select ${columns}
          from organisation, json_populate_record(null::sessions, ${JSON.stringify(row)}::json) given
          where (most is null or exists (select from quota))
            and (given.campaign_id is null or exists (select from campaign))
          returning organisation_id, id, metadata, created_at`,
        session_pairs: Prisma.sql`
          insert into session_metadata (organisation_id, session_id, key, value, created_at)
          select s.organisation_id, s.id, pair.key, pair.value, s.created_at
          from session_created s, jsonb_each_text(s.metadata) pair`,
      },
      condition: { holds: Prisma.sql`exists (select from session_created)`, refuse },
    },
  ];
};

const LIMIT_OF_PLAN = Prisma.raw(
  `case plan ${Object.entries(PLAN_LIMITS)
    .map(([plan, { inspections }]) => `when '${plan}' then ${inspections ?? 'null'}`)
    .join(' ')} end`,
);

const IS_CREATING = Prisma.raw(
  `subscription_status in (${CREATING_STATUSES.map((status) => `'${status}'`).join(', ')})`,
);

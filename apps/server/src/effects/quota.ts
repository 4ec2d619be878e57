import { PLAN_LIMITS } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import type { Effects, QuotaChange } from '../platform/database/effects.ts';
import type { Part } from './last-statement.ts';

// A conditional statement waits for others of the organisation: the quota is exact, however many processes take at
// once.
export const takeQuota = (taken: Effects['quotaTaken']): Part[] =>
  taken.map(({ organisationId, sessionId, items, bytes, refuse }, index) => {
    const [limits, taking] = [`quota_limits_${index}`, `quota_taken_${index}`];
    const limit = Prisma.raw(limits);
    return {
      expressions: {
        [limits]: Prisma.sql`
          select case l.scope when 'session' then ${sessionId}::uuid else o.id end as subject_id, l.items, l.bytes
          from organisations o
          join jsonb_to_recordset(${LIMIT_ROWS}::jsonb) as l (plan text, scope text, items int, bytes bigint)
            on l.plan = o.plan
          where o.id = ${organisationId}::uuid`,
        // The session's row comes first, as the session's lock does.
        [taking]: Prisma.sql`
          insert into room_uses as u (organisation_id, subject_id, items, bytes)
          select ${organisationId}::uuid, l.subject_id, ${items}, ${bytes}
          from ${limit} l
          where ${items} <= l.items and ${bytes} <= l.bytes
          order by l.subject_id = ${organisationId}::uuid
          on conflict (organisation_id, subject_id) do update
          set items = u.items + excluded.items, bytes = u.bytes + excluded.bytes
          where exists (
            select from ${limit} l
            where l.subject_id = u.subject_id
              and u.items + excluded.items <= l.items and u.bytes + excluded.bytes <= l.bytes
          )
          returning u.subject_id`,
      },
      condition: { holds: Prisma.sql`(select count(*) = 2 from ${Prisma.raw(taking)})`, refuse },
    };
  });

const LIMIT_ROWS = JSON.stringify(
  Object.entries(PLAN_LIMITS).flatMap(([plan, { session, organisation }]) => [
    { plan, scope: 'session', ...session },
    { plan, scope: 'organisation', ...organisation },
  ]),
);

/** Sums up first: PostgreSQL changes a row once in a statement, and would lose a second change. */
export const settleQuota = (settled: QuotaChange[]): Part[] => {
  if (settled.length === 0) return [];
  const sums = sumUp(settled).map(
    ({ organisationId, subjectId, items, bytes }) =>
      Prisma.sql`(${organisationId}::uuid, ${subjectId}::uuid, ${items}::int, ${bytes}::bigint)`,
  );
  return [
    {
      expressions: {
        quota_settled: Prisma.sql`
          update room_uses u
          set items = greatest(0, u.items + s.items), bytes = greatest(0, u.bytes + s.bytes)
          from (values ${Prisma.join(sums)}) as s (organisation_id, subject_id, items, bytes)
          where u.organisation_id = s.organisation_id and u.subject_id = s.subject_id
          returning u.subject_id`,
      },
      condition: { holds: Prisma.sql`(select count(*) >= 0 from quota_settled)` },
    },
  ];
};

const sumUp = (settled: QuotaChange[]) => {
  const sums = new Map<string, QuotaChange & { subjectId: string }>();
  for (const change of settled) {
    for (const subjectId of [change.sessionId, change.organisationId]) {
      const { items, bytes } = sums.get(subjectId) ?? { items: 0, bytes: 0 };
      sums.set(subjectId, { ...change, subjectId, items: items + change.items, bytes: bytes + change.bytes });
    }
  }
  return [...sums.values()];
};

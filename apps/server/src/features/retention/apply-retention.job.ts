import { PLAN_LIMITS, type Plan } from '@field-inspection/contract';
import { judgeRecordings, judgeRetention, type KnownRetention } from '@field-inspection/rules';
import type { Context } from '../../context.ts';
import { CrontabPayload, defineJob } from '../../platform/jobs/define-job.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { enqueueOverdue } from './define-overdue-job.ts';
import { eraseOverdue } from './erase-overdue.job.ts';
import { redactOverdue } from './redact-overdue.job.ts';
import { Prisma } from '#prisma';

const ORGANISATIONS_A_STEP = 500;
const START = '00000000-0000-0000-0000-000000000000';

/** Each organisation and class has its own job, so that a large organisation holds up no other. */
export const applyRetention = defineJob({
  id: 'apply-retention',
  payload: CrontabPayload,
  run: async (context: Context) => {
    let after: string | undefined = START;
    while (after !== undefined) after = await applySome(context, after);
  },
});

const applySome = (context: Pick<Context, 'transact'>, after: string): Promise<string | undefined> =>
  context.transact(async (tx) => {
    const next = await tx.db.organisation.findMany({
      where: { id: { gt: after } },
      orderBy: { id: 'asc' },
      take: ORGANISATIONS_A_STEP,
      select: { id: true },
    });
    const ids = next.map(({ id }) => id);
    await notePlans(tx, ids);
    await enqueueEach(tx, ids);
    return ids.length < ORGANISATIONS_A_STEP ? undefined : ids.at(-1);
  });

// The time of grace begins here, whoever has changed the plan. A plan with a higher maximum begins no new time.
const notePlans = (tx: Tx, ids: string[]): Promise<number> => tx.db.$executeRaw`
  insert into retention_policies as r (organisation_id, plan_days, plan_days_at)
  select o.id, l.days, ${tx.now}
  from organisations o
  join jsonb_to_recordset(${PLAN_DAYS}::jsonb) as l (plan text, days int) on l.plan = o.plan
  where o.id = any (${ids}::uuid[])
  order by o.id
  on conflict (organisation_id) do update
  set plan_days = excluded.plan_days,
    plan_days_at = case when excluded.plan_days > r.plan_days then r.plan_days_at else excluded.plan_days_at end
  where r.plan_days is distinct from excluded.plan_days
`;

const PLAN_DAYS = JSON.stringify(
  Object.entries(PLAN_LIMITS).map(([plan, { retentionDays: days }]) => ({ plan, days })),
);

const CLASSES = [
  { kept: 'sessions', judge: (known: KnownRetention) => judgeRetention(known)?.before, job: redactOverdue },
  { kept: 'recordings', judge: judgeRecordings, job: eraseOverdue },
] as const;

const enqueueEach = async (tx: Tx, ids: string[]): Promise<void> => {
  const organisations = await tx.db.organisation.findMany({
    where: { id: { in: ids } },
    select: { id: true, plan: true, retention_policy: true },
  });
  for (const { kept, judge, job } of CLASSES) {
    const rules = organisations.flatMap(({ id, plan, retention_policy: row }): OverdueRule[] => {
      const before = judge({ plan: plan as Plan, row, now: tx.now });
      return before ? [{ id, before }] : [];
    });
    for (const id of await findOverdueOrganisations(tx.db, { kept, rules })) enqueueOverdue(tx, job, id);
  }
};

type OverdueRule = { id: string; before: Date };

/** The oldest of each class: the first of an index without erased rows. */
const KEPT = {
  sessions: Prisma.sql`
    select coalesce(s.ended_at, s.scheduled_for, s.created_at) as at from sessions s
    where s.organisation_id = r.id
      and s.status in ('closed', 'expired') and s.redacted_at is null and not s.on_hold
    order by coalesce(s.ended_at, s.scheduled_for, s.created_at), s.id
    limit 1`,
  // The organisation's own job checks whether the session is over and free of a legal hold.
  recordings: Prisma.sql`
    select e.created_at as at from evidence e
    where e.organisation_id = r.id
      and e.kind in ('recording', 'clip') and e.sha256 is not null and e.erased_at is null
    order by e.created_at, e.id
    limit 1`,
};

export const findOverdueOrganisations = async (
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  { kept, rules }: { kept: keyof typeof KEPT; rules: OverdueRule[] },
): Promise<string[]> => {
  const found = await db.$queryRaw<{ id: string }[]>`
    select r.id
    from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as r (id uuid, before timestamptz)
    cross join lateral (${KEPT[kept]}) oldest
    where oldest.at < r.before
  `;
  return found.map(({ id }) => id);
};

import { type OrgPlan, type Plan, PLAN_LIMITS, type SubscriptionStatus } from '@field-inspection/contract';
import { describePlan, findMonth } from '@field-inspection/rules';
import type { Context } from '../../../context.ts';

export const findPlan = async (
  context: Pick<Context, 'database' | 'clock' | 'billing' | 'config' | 'keyring'>,
  { organisationId }: { organisationId: string },
): Promise<OrgPlan> => {
  const { database, clock, billing, config } = context;
  const now = clock.now();
  const month = findMonth(now);
  const [messages, codes] = [subjectOfMessages(organisationId), subjectOfCodes(organisationId)].map(
    (subject) => findMessageWindow(context, { subject, windowSeconds: DAY_SECONDS, now }),
  ) as [MessageWindow, MessageWindow];
  // Raw: six tables are counted in one round trip.
  const rows = await database.prisma.$queryRaw<Row[]>`
    select o.plan, o.subscription_status, o.inspections_used, p.starts_at, p.ends_at,
      (
        select count(*) from sessions s
        where s.organisation_id = o.id and s.created_at >= p.starts_at and s.created_at < p.ends_at
      ) as inspections_of_period,
      coalesce(u.items, 0) as items, coalesce(u.bytes, 0) as bytes,
      (
        select count(*) from members m where m.organisation_id = o.id and m.status <> 'removed'
      ) as members,
      (
        select count(*) from webhook_endpoints e
        where e.organisation_id = o.id and e.session_id is null and e.deleted_at is null
      ) as endpoints,
      coalesce(w.messages, 0)::int as messages, coalesce(w.codes, 0)::int as codes
    from organisations o
    left join room_uses u on u.organisation_id = o.id and u.subject_id = o.id
    left join billing_customers c
      on c.organisation_id = o.id and c.period_starts_at <= ${now} and c.period_ends_at > ${now}
    cross join lateral (
      select coalesce(c.period_starts_at, ${month.startsAt}::timestamptz) as starts_at,
        coalesce(c.period_ends_at, ${month.endsAt}::timestamptz) as ends_at
    ) p
    cross join lateral (
      select sum(m.count) filter (where m.subject = ${messages.key}) as messages,
        sum(m.count) filter (where m.subject = ${codes.key}) as codes
      from message_windows m
      where m.subject in (${messages.key}, ${codes.key}) and m.window_start >= ${messages.startsAt}
    ) w
    where o.id = ${organisationId}::uuid
  `;
  const row = rows[0]!;
  const isCounted = PLAN_LIMITS[row.plan].inspections !== null;
  return {
    plan: row.plan,
    status: row.subscription_status,
    includes: describePlan(row.plan, config.messagesPerOrganisationDay),
    use: {
      inspections: isCounted ? row.inspections_used : Number(row.inspections_of_period),
      members: Number(row.members),
      evidence_items: row.items,
      evidence_bytes: Number(row.bytes),
      endpoints: Number(row.endpoints),
      messages: row.messages,
      codes: row.codes,
    },
    period: { starts_at: row.starts_at.toISOString(), ends_at: row.ends_at.toISOString() },
    provider: billing?.name ?? 'manual',
  };
};

type Row = {
  plan: Plan;
  subscription_status: SubscriptionStatus;
  inspections_used: number;
  inspections_of_period: bigint;
  starts_at: Date;
  ends_at: Date;
  members: bigint;
  items: number;
  bytes: bigint;
  endpoints: bigint;
  messages: number;
  codes: number;
};

type MessageWindow = ReturnType<typeof findMessageWindow>;

export const DAY_SECONDS = 86_400;
export const subjectOfMessages = (organisationId: string): string => `organisation:${organisationId}`;
export const subjectOfCodes = (organisationId: string): string => `codes:${organisationId}`;

/** Fixed windows of this many seconds. The subject is hashed, since no address may be readable in it. */
export const findMessageWindow = (
  { keyring }: Pick<Context, 'keyring'>,
  { subject, windowSeconds, now }: { subject: string; windowSeconds: number; now: Date },
): { key: Buffer; startsAt: number } => ({
  key: keyring.sign('message-window', subject),
  startsAt: Math.floor(now.getTime() / 1000 / windowSeconds) * windowSeconds,
});

import { PLAN_LIMITS, type Plan } from '@field-inspection/contract';
import type { RetentionPolicy as PolicyRow } from '#prisma';
import type { RetentionReason } from './record-redaction.ts';

export const DAY_MS = 86_400_000;

/** A change of the policy counts so long after it: what goes can't be brought back, so a slip can be taken back. */
const SLIP_MS = DAY_MS;

/** A plan that keeps sessions for less long counts so long after it was seen: nothing goes by a change of plan alone. */
const GRACE_MS = 30 * DAY_MS;

/** So many days after its end a session is redacted, from then on. */
type Limit = { days: number; from: Date };

export type Known = { plan: Plan; row: PolicyRow | null; now: Date };

/** `from`: null until the daily job has seen that the plan lets no more. */
type PlanLimit = { days: number; from: Date | null };

type Limits = { policy: Limit | null; recordings: Limit | null; messages: Limit | null; plan: PlanLimit };

/** What limits how long sessions are kept: what the organisation has set, if anything, and what its plan lets at most. */
export const listLimits = ({ plan, row }: Pick<Known, 'plan' | 'row'>): Limits => {
  const days = PLAN_LIMITS[plan].retentionDays;
  const hasSeen = row?.plan_days != null && row.plan_days <= days;
  return {
    messages: limitOf(row?.message_days, row?.message_days_at),
    policy: limitOf(row?.session_days, row?.session_days_at),
    recordings: limitOf(row?.recording_days, row?.recording_days_at),
    plan: { days, from: hasSeen ? later(row.plan_days_at!, GRACE_MS) : null },
  };
};

const limitOf = (days: number | null | undefined, setAt: Date | null | undefined): Limit | null =>
  days && setAt ? { days, from: later(setAt, SLIP_MS) } : null;

/** Sessions that were over before then are to be redacted. */
export type RetentionRule = { before: Date; reason: RetentionReason };

/** By which rule the sessions of an organisation are redacted now; undefined where none counts yet. */
export const judgeRetention = (known: Known): RetentionRule | undefined => {
  const limits = listLimits(known);
  const counting = [
    { reason: 'retention_policy' as const, limit: limits.policy },
    { reason: 'plan_retention' as const, limit: limits.plan },
  ].flatMap(({ reason, limit }) =>
    limit?.from && limit.from <= known.now ? [{ reason, days: limit.days }] : [],
  );
  const [shortest] = counting.sort((one, other) => one.days - other.days);
  return shortest && { before: later(known.now, -shortest.days * DAY_MS), reason: shortest.reason };
};

/** The recordings of sessions that were over before then are to be erased; undefined where no such policy counts yet. */
export const judgeRecordings = (known: Known): Date | undefined => {
  const { recordings } = listLimits(known);
  return recordings && recordings.from <= known.now ? later(known.now, -recordings.days * DAY_MS) : undefined;
};

/** The messages that were over before then are to be deleted; undefined where the host's days count alone. */
export const judgeMessages = ({ row, now }: Pick<Known, 'row' | 'now'>): Date | undefined => {
  const messages = limitOf(row?.message_days, row?.message_days_at);
  return messages && messages.from <= now ? later(now, -messages.days * DAY_MS) : undefined;
};

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

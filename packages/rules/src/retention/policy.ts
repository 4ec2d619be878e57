import type { Plan, RetentionPolicy } from '@field-inspection/contract';
import { PLAN_LIMITS } from '@field-inspection/contract/plain';
import type { Instant } from '../effects.ts';
import { Refusal } from '../refusal.ts';

/** The organisation's own setting, or its plan's maximum. */
export type RetentionReason = 'retention_policy' | 'plan_retention';

export type PolicyRow = {
  session_days: number | null;
  session_days_at: Instant | null;
  recording_days: number | null;
  recording_days_at: Instant | null;
  message_days: number | null;
  message_days_at: Instant | null;
  plan_days: number | null;
  plan_days_at: Instant | null;
  version: number;
  updated_at: Instant | null;
};

export const DAY_MS = 86_400_000;

/** A change of the policy takes effect after a day, so that a slip can be taken back before anything is erased. */
const SLIP_MS = DAY_MS;

/**
 * A plan that keeps sessions for less time takes effect so long after it was noticed: nothing is erased by a change of
 * plan alone.
 */
const GRACE_MS = 30 * DAY_MS;

/** So many days after its end a session is redacted; the limit counts `from` then. */
type Limit = { days: number; from: Date };

export type KnownRetention = { plan: Plan; row: PolicyRow | null; now: Date };

type PlanLimit = { days: number; from: Date | null };

type Limits = { policy: Limit | null; recordings: Limit | null; messages: Limit | null; plan: PlanLimit };

export const listLimits = ({ plan, row }: Pick<KnownRetention, 'plan' | 'row'>): Limits => {
  const days = PLAN_LIMITS[plan].retentionDays;
  const hasSeen = row?.plan_days != null && row.plan_days <= days;
  return {
    messages: limitOf(row?.message_days, row?.message_days_at),
    policy: limitOf(row?.session_days, row?.session_days_at),
    recordings: limitOf(row?.recording_days, row?.recording_days_at),
    plan: { days, from: hasSeen ? later(row.plan_days_at!, GRACE_MS) : null },
  };
};

const limitOf = (days: number | null | undefined, setAt: Instant | null | undefined): Limit | null =>
  days && setAt ? { days, from: later(setAt, SLIP_MS) } : null;

/** Sessions that ended before then are redacted. */
export type RetentionRule = { before: Date; reason: RetentionReason };

/** Gives undefined where no limit counts yet. */
export const judgeRetention = (known: KnownRetention): RetentionRule | undefined => {
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

/** Recordings of sessions that ended before then are erased; undefined where no such policy counts yet. */
export const judgeRecordings = (known: KnownRetention): Date | undefined => {
  const { recordings } = listLimits(known);
  return recordings && recordings.from <= known.now ? later(known.now, -recordings.days * DAY_MS) : undefined;
};

/** Messages that were over before then are deleted; undefined where only the host's limit counts. */
export const judgeMessages = ({ row, now }: Pick<KnownRetention, 'row' | 'now'>): Date | undefined => {
  const messages = limitOf(row?.message_days, row?.message_days_at);
  return messages && messages.from <= now ? later(now, -messages.days * DAY_MS) : undefined;
};

const later = (at: Instant, ms: number): Date => new Date(new Date(at).getTime() + ms);

export const viewRetention = (
  known: Pick<KnownRetention, 'plan' | 'row'>,
  messageDaysMax: number,
): RetentionPolicy => {
  const { policy, recordings, messages, plan } = listLimits(known);
  const { version = 0, updated_at = null } = known.row ?? {};
  return {
    session_days: policy?.days ?? null,
    session_days_apply_from: policy?.from.toISOString() ?? null,
    recording_days: recordings?.days ?? null,
    recording_days_apply_from: recordings?.from.toISOString() ?? null,
    message_days: messages?.days ?? null,
    message_days_apply_from: messages?.from.toISOString() ?? null,
    message_days_max: messageDaysMax,
    plan_days: plan.days,
    plan_days_apply_from: plan.from?.toISOString() ?? null,
    version,
    updated_at: updated_at && new Date(updated_at).toISOString(),
  };
};

const FIELDS = ['session_days', 'recording_days', 'message_days'] as const;

type Days = Partial<Record<(typeof FIELDS)[number], number | null>>;

export const requirePolicyVersion = (version: number, isMatched: boolean): void => {
  if (isMatched) return;
  const detail = `The retention policy is at version ${version} now. Get it, and send your change again with its ETag.`;
  throw new Refusal('precondition_failed', detail);
};

/**
 * Each limit counts from its change on. Gives undefined where nothing differs.
 *
 * @throws {Refusal} retention.limit where the plan or the service keeps it for less long
 */
export const changeRetention = (
  held: { [Field in keyof Days]-?: number | null },
  body: { [Field in keyof Days]?: number | null | undefined },
  { plan, messageDaysMax }: { plan: Plan; messageDaysMax: number },
): Days | undefined => {
  const changes: Days = {};
  for (const field of FIELDS) {
    const days = body[field];
    if (days !== undefined && days !== held[field]) changes[field] = days;
  }
  if (Object.keys(changes).length === 0) return undefined;
  const most = PLAN_LIMITS[plan].retentionDays;
  if ((changes.session_days ?? 0) > most) {
    const what = `The plan ${plan} keeps what a session holds of people for ${most} days at most`;
    throw new Refusal('retention.limit', `${what}. Set fewer, or change the plan.`);
  }
  if ((changes.message_days ?? 0) > messageDaysMax) {
    const what = `The service keeps messages for ${messageDaysMax} days at most`;
    throw new Refusal('retention.limit', `${what}. Set fewer, or null to keep them for as long.`);
  }
  return changes;
};

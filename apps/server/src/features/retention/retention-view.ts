import type { Plan, RetentionPolicy } from '@field-inspection/contract';
import type { RetentionPolicy as PolicyRow } from '#prisma';
import type { Context } from '../../context.ts';
import { DAY_MS, listLimits } from './exports/judge-retention.ts';

/** Without a row: as it is before the first change. */
export const viewRetention = (
  { config }: Pick<Context, 'config'>,
  known: { plan: Plan; row: PolicyRow | null },
): RetentionPolicy => {
  const { policy, recordings, messages, plan } = listLimits(known);
  return {
    session_days: policy?.days ?? null,
    session_days_apply_from: policy?.from.toISOString() ?? null,
    recording_days: recordings?.days ?? null,
    recording_days_apply_from: recordings?.from.toISOString() ?? null,
    message_days: messages?.days ?? null,
    message_days_apply_from: messages?.from.toISOString() ?? null,
    message_days_max: config.messageRetentionMs / DAY_MS,
    plan_days: plan.days,
    plan_days_apply_from: plan.from?.toISOString() ?? null,
    version: known.row?.version ?? 0,
    updated_at: known.row?.updated_at?.toISOString() ?? null,
  };
};

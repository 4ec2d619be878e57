import type { Plan, RetentionPolicy } from '@field-inspection/contract';
import type { RetentionPolicy as PolicyRow } from '#prisma';
import { listLimits } from './judge-retention.ts';

/** Without a row: as it is before the first change. */
export const viewRetention = (known: { plan: Plan; row: PolicyRow | null }): RetentionPolicy => {
  const { policy, recordings, plan } = listLimits(known);
  return {
    session_days: policy?.days ?? null,
    session_days_apply_from: policy?.from.toISOString() ?? null,
    recording_days: recordings?.days ?? null,
    recording_days_apply_from: recordings?.from.toISOString() ?? null,
    plan_days: plan.days,
    plan_days_apply_from: plan.from?.toISOString() ?? null,
    version: known.row?.version ?? 0,
    updated_at: known.row?.updated_at?.toISOString() ?? null,
  };
};

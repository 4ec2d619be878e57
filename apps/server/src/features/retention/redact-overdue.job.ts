import { judgeRetention, type RetentionReason } from '@field-inspection/rules';
import type { Context } from '../../context.ts';
import { lockSessionRow, type SessionKey } from '../sessions/exports/lock-session.ts';
import { defineOverdueJob } from './define-overdue-job.ts';
import { redactLocked } from './exports/redact-locked.ts';
import { findOverdueSessions } from './find-overdue-sessions.ts';

/** Redacts the sessions of an organisation that were kept for as long as they may be, in steps. */
export const redactOverdue = defineOverdueJob('redact-overdue', (known) => {
  const rule = judgeRetention(known);
  if (!rule) return undefined;
  const { before, reason } = rule;
  return {
    before,
    find: findOverdueSessions,
    erase: (context, key) => redactOne(context, { ...key, reason }),
  };
});

const redactOne = (
  context: Pick<Context, 'transact' | 'random'>,
  { reason, ...key }: SessionKey & { reason: RetentionReason },
): Promise<void> =>
  context.transact(async (tx) => {
    const session = await lockSessionRow(tx, key);
    // Since it was found, it was put under a legal hold, or somebody else has redacted it.
    if (!session || session.on_hold || session.redacted_at) return;
    await redactLocked(context, tx, { ...key, reason, by: { policy: true } });
  });

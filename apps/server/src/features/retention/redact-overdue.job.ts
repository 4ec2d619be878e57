import { judgeRetention, type RetentionReason } from '@field-inspection/rules';
import type { Context } from '../../context.ts';
import { lockSessionRow, type SessionKey } from '../sessions/exports/lock-session.ts';
import { defineOverdueJob, type Overdue, type Wanted } from './define-overdue-job.ts';
import { redactLocked } from './exports/redact-locked.ts';
import type { Prisma } from '#prisma';

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
    // A legal hold or a redaction may have come since the session was found.
    if (!session || session.on_hold || session.redacted_at) return;
    await redactLocked(context, tx, { ...key, reason, by: { policy: true } });
  });

/**
 * Leaves out legal holds. Raw, for the index without redacted sessions. An expired session was over at its appointment.
 */
export const findOverdueSessions = (
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  { organisationId, before, after, limit }: Wanted,
): Promise<Overdue[]> => db.$queryRaw<Overdue[]>`
  select s.id as session_id, coalesce(s.ended_at, s.scheduled_for, s.created_at)::text as at, s.id
  from sessions s
  where s.organisation_id = ${organisationId}::uuid
    and s.status in ('closed', 'expired') and s.redacted_at is null and not s.on_hold
    and coalesce(s.ended_at, s.scheduled_for, s.created_at) < ${before}
    and (coalesce(s.ended_at, s.scheduled_for, s.created_at), s.id) > (${after.at}::timestamptz, ${after.id}::uuid)
    and exists (
      select from audit_chains c
      where c.organisation_id = s.organisation_id and c.session_id = s.id and c.frozen_at is not null
    )
  order by coalesce(s.ended_at, s.scheduled_for, s.created_at), s.id
  limit ${limit}
`;

import { judgeRecordings } from '@field-inspection/rules';
import type { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { eraseObjects } from '../../platform/object-store/erase-objects.ts';
import { appendAddendum, appendOrgEntry } from '../audit/exports/append-entry.ts';
import { eraseRecordings, type ErasedRecording } from '../evidence/exports/erase-evidence.ts';
import { settleQuota } from '../quotas/exports/take-quota.ts';
import { lockSessionRow, type SessionKey } from '../sessions/exports/lock-session.ts';
import { defineOverdueJob, type Overdue, type Wanted } from './define-overdue-job.ts';

export const eraseOverdue = defineOverdueJob('erase-overdue', (known) => {
  const before = judgeRecordings(known);
  return before && { before, find: findOverdueRecordings, erase: eraseOverdueRecordings };
});

const WHY = { policy: true, reason: 'retention_policy' };

/** The addenda and the organisation's chain record it, the bundle withholds the recordings, and quota comes back. */
const eraseOverdueRecordings = async (
  context: Pick<Context, 'database' | 'objects' | 'random' | 'transact'>,
  key: SessionKey,
): Promise<void> => {
  const { organisationId, sessionId } = key;
  const erased = await context.transact(async (tx): Promise<ErasedRecording[]> => {
    const session = await lockSessionRow(tx, key);
    // A legal hold or a redaction may have come since the session was found.
    if (!session || session.on_hold || session.redacted_at) return [];
    const recordings = await eraseRecordings(tx, key);
    if (recordings.length === 0) return [];
    const withheld = recordings.map(({ sha256 }) => sha256);
    appendAddendum(context, tx, {
      ...key,
      kind: 'redaction',
      payload: { ...WHY, evidence: recordings.length, reports: 0, participants: 0, withheld },
    });
    appendOrgEntry(context, tx, {
      organisationId,
      kind: 'retention.redacted',
      payload: { ...WHY, session_id: sessionId, recordings: recordings.length },
    });
    const bytes = recordings.reduce((sum, { byteSize }) => sum + byteSize, 0);
    settleQuota(tx, key, { items: -recordings.length, bytes: -bytes });
    return recordings;
  });
  for (const { id } of erased) await eraseObjects(context, { organisationId, ownerId: id });
};

/**
 * Leaves out sessions under a legal hold. Raw, for the index, which has only recordings that are still there. A
 * recording is older than the end of its session, so the index ends where none can be overdue.
 */
export const findOverdueRecordings = (
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  { organisationId, before, after, limit }: Wanted,
): Promise<Overdue[]> => db.$queryRaw<Overdue[]>`
  select e.session_id, e.created_at::text as at, e.id
  from evidence e
  join sessions s on s.organisation_id = e.organisation_id and s.id = e.session_id
  join audit_chains c on c.organisation_id = e.organisation_id and c.session_id = e.session_id
  where e.organisation_id = ${organisationId}::uuid and e.created_at < ${before}
    and (e.created_at, e.id) > (${after.at}::timestamptz, ${after.id}::uuid)
    and e.kind in ('recording', 'clip') and e.sha256 is not null and e.erased_at is null
    and s.status in ('closed', 'expired') and s.redacted_at is null and not s.on_hold
    and coalesce(s.ended_at, s.scheduled_for, s.created_at) < ${before}
    and c.frozen_at is not null
  order by e.created_at, e.id
  limit ${limit}
`;

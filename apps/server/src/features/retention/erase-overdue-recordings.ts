import type { Context } from '../../context.ts';
import { eraseObjects } from '../../platform/object-store/erase-objects.ts';
import { appendAddendum, appendOrgEntry } from '../audit/exports/append-entry.ts';
import { eraseRecordings, type ErasedRecording } from '../evidence/exports/erase-evidence.ts';
import { settleRoom } from '../quotas/exports/take-room.ts';
import { lockSessionRow, type SessionKey } from '../sessions/exports/lock-session.ts';

const WHY = { policy: true, reason: 'retention_policy' };

/**
 * Erases the recordings of a session that stays, since they were kept for as long as the policy lets: the addenda and
 * the organisation's chain say so, the bundle withholds them, and their room is given back.
 */
export const eraseOverdueRecordings = async (
  context: Pick<Context, 'database' | 'objects' | 'random' | 'transact'>,
  key: SessionKey,
): Promise<void> => {
  const { organisationId, sessionId } = key;
  const erased = await context.transact(async (tx): Promise<ErasedRecording[]> => {
    const session = await lockSessionRow(tx, key);
    // Since it was found, it was put under a legal hold or redacted.
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
    settleRoom(tx, key, { items: -recordings.length, bytes: -bytes });
    return recordings;
  });
  for (const { id } of erased) await eraseObjects(context, { organisationId, ownerId: id });
};

import type { Tx } from '../../../platform/database/transact.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';

/** A recording that was erased, as the chains name it. */
export type ErasedRecording = { id: string; sha256: string; byteSize: number };

/**
 * Erases the rows of a session's recordings, whose lock the transaction holds: nobody opens them from the commit on, the
 * hashes stay. Their objects are the caller's to delete then; where that is not done, the sweep finds them to belong to
 * nobody.
 */
export const eraseRecordings = async (
  tx: Tx,
  { organisationId, sessionId }: SessionKey,
): Promise<ErasedRecording[]> => {
  const kept = {
    organisation_id: organisationId,
    session_id: sessionId,
    kind: { in: ['recording', 'clip'] },
    sha256: { not: null },
    erased_at: null,
  };
  await tx.db.evidence.updateMany({
    where: { ...kept, status: 'pending' },
    data: { status: 'failed', ...ERASED, updated_at: tx.now },
  });
  const erased = await tx.db.evidence.updateManyAndReturn({
    where: kept,
    data: { erased_at: tx.now, lat_e7: null, lon_e7: null, accuracy_cm: null, slot: '' },
    select: { id: true, sha256: true, byte_size: true },
  });
  await tx.db.evidenceDerivative.deleteMany({
    where: { organisation_id: organisationId, evidence_id: { in: erased.map(({ id }) => id) } },
  });
  return erased.map(({ id, sha256, byte_size }) => ({
    id,
    sha256: sha256!,
    byteSize: Number(byte_size ?? 0),
  }));
};

const ERASED = {
  failure_code: 'session_redacted',
  failure_message: 'The recording was erased before it was processed.',
};

import type { Tx } from '../../../platform/database/transact.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';

/** Ends the processing of a session's recordings: those that are not ready never will be. */
export const endRecordings = async (tx: Tx, { organisationId, sessionId }: SessionKey): Promise<void> => {
  await tx.db.evidence.updateMany({
    where: { organisation_id: organisationId, session_id: sessionId, status: 'pending' },
    data: { status: 'failed', ...REDACTED, updated_at: tx.now },
  });
};

const REDACTED = {
  failure_code: 'session_redacted',
  failure_message: 'The session was redacted before the recording was processed.',
};

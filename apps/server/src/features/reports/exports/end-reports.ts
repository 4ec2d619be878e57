import type { Tx } from '../../../platform/database/transact.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';

/** Ends the making of a session's reports: those that are not ready never will be. */
export const endReports = async (tx: Tx, { organisationId, sessionId }: SessionKey): Promise<void> => {
  const ofSession = { organisation_id: organisationId, session_id: sessionId };
  await tx.db.report.updateMany({
    where: { ...ofSession, status: { in: ['queued', 'rendering'] } },
    data: { status: 'failed', ...REDACTED, updated_at: tx.now },
  });
  await tx.db.report.updateMany({ where: { ...ofSession, status: 'failed' }, data: { erased_at: tx.now } });
};

const REDACTED = {
  failure_code: 'session_redacted',
  failure_message: 'The session was redacted before the report was made.',
};

import type { Session, REDACTION_REASONS } from '@field-inspection/contract';
import { z } from 'zod';
import { ApiError, noSuch } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { declareJob, enqueueJob } from '../../../platform/jobs/define-job.ts';
import { cancelMessages } from '../../notifications/exports/cancel-messages.ts';
import { endReports } from '../../reports/exports/end-reports.ts';
import { eraseWords } from '../../sessions/exports/erase-words.ts';
import { lockSessionRow, type SessionKey } from '../../sessions/exports/lock-session.ts';
import { viewSession, type SessionRow } from '../../sessions/exports/session-view.ts';
import { cancelSignatures } from '../../signatures/exports/cancel-signatures.ts';
import { endRecordings } from '../../uploads/exports/end-recordings.ts';
import { recordRedaction } from './record-redaction.ts';

export type RedactionReason = (typeof REDACTION_REASONS)[number];

export const redactSessionJob = declareJob({
  id: 'redact-session',
  payload: z.object({ organisation_id: z.string(), session_id: z.string(), after: z.string() }),
});

type Order = SessionKey & { reason: RedactionReason; credentialId: string };

/**
 * Begins to redact a session: from its commit on nobody writes anything personal of it any more, the addenda say what
 * goes, and a job erases it. Repeating it changes nothing.
 */
export const beginRedaction = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { reason, credentialId, ...key }: Order,
): Promise<Session> => {
  // Whoever writes something of the session takes this lock, too, and finds it redacted, or is waited for.
  const session = await lockSessionRow(tx, key);
  if (!session) throw noSuch('session', key.sessionId);
  if (session.redacted_at) return viewSession(session);
  await requireErasable(tx, session);
  await cancelSignatures(tx, key);
  await endReports(tx, key);
  await endRecordings(tx, key);
  await recordRedaction(context, tx, { ...key, reason, credentialId });
  cancelMessages(tx, key);
  enqueueRedaction(tx, key);
  return viewSession(await eraseWords(tx, key));
};

/** Has a session erased on, behind the piece of evidence that was erased last. */
export const enqueueRedaction = (tx: Tx, { organisationId, sessionId }: SessionKey, after = ''): void =>
  enqueueJob(tx, redactSessionJob, {
    payload: { organisation_id: organisationId, session_id: sessionId, after },
    key: sessionId,
  });

const requireErasable = async (tx: Tx, session: SessionRow): Promise<void> => {
  if (session.on_hold) {
    throw new ApiError(
      'session.on_hold',
      'The session is under a legal hold: nothing of it may be erased. Release it first.',
    );
  }
  const { organisation_id, id, status } = session;
  const chain = await tx.db.auditChain.findUnique({
    where: { organisation_id_session_id: { organisation_id, session_id: id } },
    select: { frozen_at: true },
  });
  if (chain?.frozen_at) return;
  const remedy =
    status === 'closed' ? 'Its audit chain still grows; try again in a minute.' : 'End it first.';
  throw new ApiError('session.invalid_state', `The session is ${status}. ${remedy}`);
};

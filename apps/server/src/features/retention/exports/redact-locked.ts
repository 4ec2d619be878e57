import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendOrgEntry } from '../../audit/exports/append-entry.ts';
import { cancelMessages } from '../../notifications/exports/cancel-messages.ts';
import { endReports } from '../../reports/exports/erase-reports.ts';
import { eraseWords } from '../../sessions/exports/erase-words.ts';
import type { SessionRow } from '../../sessions/exports/session-view.ts';
import { cancelSignatures } from '../../signatures/exports/erase-signers.ts';
import { endRecordings } from '../../uploads/exports/end-uploads.ts';
import { enqueueRedaction } from './enqueue-redaction.ts';
import { recordRedaction, type Redaction } from './record-redaction.ts';

/**
 * Redacts a session with a frozen chain and without a hold; the transaction has its lock. From the commit on nobody
 * writes anything personal of it any more, the chains say what goes, and a job erases it.
 */
export const redactLocked = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { reason, by, ...key }: Redaction,
): Promise<SessionRow> => {
  await cancelSignatures(tx, key);
  await endReports(tx, key);
  await endRecordings(tx, key);
  await recordRedaction(context, tx, { ...key, reason, by });
  appendOrgEntry(context, tx, {
    organisationId: key.organisationId,
    kind: 'retention.redacted',
    payload: { ...by, session_id: key.sessionId, reason },
  });
  cancelMessages(tx, key);
  enqueueRedaction(tx, key);
  return eraseWords(tx, key);
};

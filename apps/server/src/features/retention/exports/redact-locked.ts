import type { REDACTION_REASONS } from '@field-inspection/contract';
import { factsOfRedaction, type RetentionReason } from '@field-inspection/rules';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendAddendum, appendOrgEntry } from '../../audit/exports/append-entry.ts';
import type { nameActor } from '../../audit/exports/name-actor.ts';
import { cancelMessages } from '../../notifications/exports/cancel-messages.ts';
import { endReports } from '../../reports/exports/erase-reports.ts';
import { eraseWords } from '../../sessions/exports/erase-words.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';
import type { SessionRow } from '../../sessions/exports/session-view.ts';
import { cancelSignatures } from '../../signatures/exports/erase-signers.ts';
import { endRecordings } from '../../uploads/exports/end-uploads.ts';
import { enqueueRedaction } from './enqueue-redaction.ts';

/**
 * The chain is frozen, no hold is on the session, and the transaction has its lock. From the commit on nobody writes
 * anything personal of it, the chains say what goes, and a job erases it.
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

type Redaction = SessionKey & {
  /** The reason is in the addenda for good: no value names anybody. */
  reason: (typeof REDACTION_REASONS)[number] | RetentionReason;
  by: ReturnType<typeof nameActor> | { policy: true };
};

const recordRedaction = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { organisationId, sessionId, reason, by }: Redaction,
): Promise<void> => {
  const where = { organisation_id: organisationId, session_id: sessionId };
  const files = { where: { ...where, sha256: { not: null } }, select: { sha256: true } };
  const evidence = await tx.db.evidence.findMany({ ...files, orderBy: { id: 'asc' } });
  const reports = await tx.db.report.findMany({ ...files, orderBy: { id: 'asc' } });
  const participants = await tx.db.participant.count({ where });
  const hashesOf = (rows: { sha256: string | null }[]) => rows.map(({ sha256 }) => sha256!);
  const erased = { evidence: hashesOf(evidence), reports: hashesOf(reports), participants };
  for (const fact of factsOfRedaction({ ...by, reason }, erased))
    appendAddendum(context, tx, { organisationId, sessionId, ...fact });
};

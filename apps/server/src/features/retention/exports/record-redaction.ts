import type { REDACTION_REASONS } from '@field-inspection/contract';
import { factsOfRedaction, type RetentionReason } from '@field-inspection/rules';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendAddendum } from '../../audit/exports/append-entry.ts';
import type { nameActor } from '../../audit/exports/name-actor.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';

export type Redaction = SessionKey & {
  /** The reason in the addenda: each value names nobody. */
  reason: (typeof REDACTION_REASONS)[number] | RetentionReason;
  by: ReturnType<typeof nameActor> | { policy: true };
};

/** Says in the addenda what a redaction takes away, and why. */
export const recordRedaction = async (
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

import type { REDACTION_REASONS } from '@field-inspection/contract';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendAddendum } from '../../audit/exports/append-entry.ts';
import type { nameActor } from '../../audit/exports/name-actor.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';

/** Why the policy redacts a session: by what the organisation has set, or by what its plan lets at most. */
export type RetentionReason = 'retention_policy' | 'plan_retention';

export type Redaction = SessionKey & {
  /** As the addenda say it: none of them names anybody. */
  reason: (typeof REDACTION_REASONS)[number] | RetentionReason;
  /** Who asked for it, or the policy. */
  by: ReturnType<typeof nameActor> | { policy: true };
};

/** So many hashes stand in one entry; a session has up to some thousand files. */
const HASHES_AN_ENTRY = 1_000;

/**
 * Says in the addenda what a redaction takes away, and why: how much of what, and the hashes of the files that a bundle
 * withholds from now on. Nothing of it names a person.
 */
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
  const hashes = [...evidence, ...reports].map(({ sha256 }) => sha256!);
  const erased = { evidence: evidence.length, reports: reports.length, participants };
  for (let at = 0; at === 0 || at < hashes.length; at += HASHES_AN_ENTRY) {
    appendAddendum(context, tx, {
      organisationId,
      sessionId,
      kind: 'redaction',
      payload: {
        ...by,
        reason,
        ...erased,
        withheld: hashes.slice(at, at + HASHES_AN_ENTRY),
      },
    });
  }
};

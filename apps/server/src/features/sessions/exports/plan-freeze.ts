import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import type { SessionRow } from './session-view.ts';

/**
 * Has the chain of a session that ended frozen: at once when no upload is under way, else when their time is over.
 * For whoever ends a session, or an upload, in a transaction that holds the session's lock: so the last of them sees
 * that none is left, and none begins after that. The last statement looks, which sees what the transaction has changed
 * before it. Does nothing to a session that has not ended.
 */
export const planFreeze = (
  { config }: Pick<Context, 'config'>,
  tx: Tx,
  { organisation_id, id, status, ended_at }: SessionRow,
): void => {
  if (status !== 'closed') return;
  const uploadsEndAt = new Date(ended_at!.getTime() + config.uploadGraceMs);
  tx.outcome.plannedFreezes.push({ organisationId: organisation_id, sessionId: id, uploadsEndAt });
};

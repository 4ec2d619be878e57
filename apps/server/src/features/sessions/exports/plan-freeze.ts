import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { requestFreeze } from '../../audit/exports/request-freeze.ts';
import type { SessionRow } from './session-view.ts';

/**
 * Has the chain of a session that ended frozen: at once when no upload is under way, else when their time is over.
 * For whoever ends a session, or an upload, in a transaction that holds the session's lock: so the last of them sees
 * that none is left, and none begins after that. Does nothing to a session that has not ended.
 */
export const planFreeze = async (
  { config }: Pick<Context, 'config'>,
  tx: Tx,
  { organisation_id, id, status, ended_at }: SessionRow,
): Promise<void> => {
  if (status !== 'closed') return;
  const key = { organisationId: organisation_id, sessionId: id };
  const underWay = await tx.db.evidence.count({
    where: { organisation_id, session_id: id, status: 'uploading' },
  });
  if (underWay === 0) return requestFreeze(tx, key);
  requestFreeze(tx, { ...key, at: new Date(ended_at!.getTime() + config.uploadGraceMs) });
};

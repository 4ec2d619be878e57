import type { Context } from '../../context.ts';
import type { Actor } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendAddendum, appendEntry, appendOrgEntry, type Fact } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import type { SessionRow } from '../sessions/exports/session-view.ts';

type Noted = SessionKey & { onHold: boolean; by: Actor } & Pick<Fact, 'personal'>;

/**
 * Changes whether a session is held, and says so in its chain, or once that is frozen in its addenda; and in the chain
 * of the organisation, without the reason: that goes with the session.
 */
export const noteHold = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { organisationId, sessionId, onHold, by, personal }: Noted,
): Promise<SessionRow> => {
  // Under the session's lock, which a freeze takes, too.
  const chain = await tx.db.auditChain.findUniqueOrThrow({
    where: { organisation_id_session_id: { organisation_id: organisationId, session_id: sessionId } },
    select: { frozen_at: true },
  });
  const append = chain.frozen_at ? appendAddendum : appendEntry;
  append(context, tx, {
    organisationId,
    sessionId,
    kind: onHold ? 'session.held' : 'session.released',
    payload: nameActor(by),
    ...(personal && { personal }),
  });
  appendOrgEntry(context, tx, {
    organisationId,
    kind: onHold ? 'retention.held' : 'retention.released',
    payload: { ...nameActor(by), session_id: sessionId },
  });
  return tx.db.session.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
    data: { on_hold: onHold, updated_at: tx.now },
  });
};

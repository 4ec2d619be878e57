import type { Session } from '@field-inspection/contract';
import {
  holdSession as decideHold,
  releaseSession as decideRelease,
  type Effects,
} from '@field-inspection/rules';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendAddendum, appendEntry, appendOrgEntry } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { lockSession, type SessionKey } from '../sessions/exports/lock-session.ts';
import { viewSession } from '../sessions/exports/session-view.ts';

type Order = SessionKey & Actor;

/** A hold is possible in any state. Repeating it changes nothing. */
export const holdSession = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  order: Order & { reason: string },
): Promise<Session> => {
  const { session } = await lockSession(tx, order);
  const effects = decideHold(session, order.reason, nameActor(order));
  if (!effects) return viewSession(session);
  return viewSession({ ...(await writeHold(context, tx, { order, effects })), report: session.report });
};

export const releaseSession = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  order: Order,
): Promise<Session> => {
  const { session } = await lockSession(tx, order);
  const effects = decideRelease(session, nameActor(order));
  if (!effects) return viewSession(session);
  return viewSession({ ...(await writeHold(context, tx, { order, effects })), report: session.report });
};

// The organisation's chain records no reason of a hold: the reason is erased with the session.
const writeHold = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { order, effects: { changes, facts } }: { order: Order; effects: Effects<{ on_hold: boolean }> },
) => {
  const { organisationId, sessionId } = order;
  // Under the session's lock, which a freeze takes, too.
  const chain = await tx.db.auditChain.findUniqueOrThrow({
    where: { organisation_id_session_id: { organisation_id: organisationId, session_id: sessionId } },
    select: { frozen_at: true },
  });
  const append = chain.frozen_at ? appendAddendum : appendEntry;
  for (const fact of facts) append(context, tx, { organisationId, sessionId, ...fact });
  appendOrgEntry(context, tx, {
    organisationId,
    kind: changes.on_hold ? 'retention.held' : 'retention.released',
    payload: { ...nameActor(order), session_id: sessionId },
  });
  return tx.db.session.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
    data: { ...changes, updated_at: tx.now },
  });
};

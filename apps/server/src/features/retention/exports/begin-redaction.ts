import type { Session, REDACTION_REASONS } from '@field-inspection/contract';
import { noSuch, requireErasable } from '@field-inspection/rules';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { nameActor } from '../../audit/exports/name-actor.ts';
import { lockSessionRow, type SessionKey } from '../../sessions/exports/lock-session.ts';
import { viewSession } from '../../sessions/exports/session-view.ts';
import { redactLocked } from './redact-locked.ts';

type Order = SessionKey & Actor & { reason: (typeof REDACTION_REASONS)[number] };

/** Begins to redact a session, as somebody asks for it. Repeating it changes nothing. */
export const beginRedaction = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { reason, credentialId, memberId, ...key }: Order,
): Promise<Session> => {
  // Every write of the session takes this lock, too, and finds the session redacted, or is waited for.
  const session = await lockSessionRow(tx, key);
  if (!session) throw noSuch('session', key.sessionId);
  if (session.redacted_at) return viewSession(session);
  requireErasable(session, await isFrozen(tx, key));
  const by = nameActor({ credentialId, memberId });
  await redactLocked(context, tx, { ...key, reason, by });
  return viewSession((await lockSessionRow(tx, key))!);
};

const isFrozen = async (tx: Tx, { organisationId, sessionId }: SessionKey): Promise<boolean> => {
  const chain = await tx.db.auditChain.findUnique({
    where: { organisation_id_session_id: { organisation_id: organisationId, session_id: sessionId } },
    select: { frozen_at: true },
  });
  return Boolean(chain?.frozen_at);
};

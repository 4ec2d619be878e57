import type { Session, REDACTION_REASONS } from '@field-inspection/contract';
import { ApiError, noSuch } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { nameActor } from '../../audit/exports/name-actor.ts';
import { lockSessionRow, type SessionKey } from '../../sessions/exports/lock-session.ts';
import { viewSession, type SessionRow } from '../../sessions/exports/session-view.ts';
import { redactLocked } from './redact-locked.ts';

type Order = SessionKey & Actor & { reason: (typeof REDACTION_REASONS)[number] };

/** Begins to redact a session, as somebody asks for it. Repeating it changes nothing. */
export const beginRedaction = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { reason, credentialId, memberId, ...key }: Order,
): Promise<Session> => {
  // Whoever writes something of the session takes this lock, too, and finds it redacted, or is waited for.
  const session = await lockSessionRow(tx, key);
  if (!session) throw noSuch('session', key.sessionId);
  if (session.redacted_at) return viewSession(session);
  await requireErasable(tx, session);
  const by = nameActor({ credentialId, memberId });
  await redactLocked(context, tx, { ...key, reason, by });
  return viewSession((await lockSessionRow(tx, key))!);
};

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

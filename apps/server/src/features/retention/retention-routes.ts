import { contract, type REDACTION_REASONS, type Session } from '@field-inspection/contract';
import { DAY_MS, noSuch, requireErasable, viewRetention } from '@field-inspection/rules';
import type { Context } from '../../context.ts';
import { type Actor, sessionKeyOf } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { lockSessionRow, type SessionKey } from '../sessions/exports/lock-session.ts';
import { viewSession } from '../sessions/exports/session-view.ts';
import { holdSession, releaseSession } from './change-hold.ts';
import { redactLocked } from './exports/redact-locked.ts';
import { findRetention, updateRetention } from './update-retention.ts';

export const retentionPolicyRoutes = (context: Context) =>
  implement(contract.retention, {
    get: async ({ caller }) =>
      viewRetention(
        await findRetention(context.database.prisma, caller),
        context.config.messageRetentionMs / DAY_MS,
      ),
    update: (tx, { caller, req, body }) =>
      updateRetention(context, tx, { ...caller, ifMatch: req.get('If-Match'), body }),
  });

export const retentionRoutes = (context: Context) =>
  implement(contract.sessions, {
    redact: (tx, given) => {
      const reason = given.body?.reason ?? 'data_subject_request';
      return beginRedaction(context, tx, { ...sessionKeyOf(given), reason });
    },
    hold: (tx, given) => holdSession(context, tx, { ...sessionKeyOf(given), ...given.body }),
    release: (tx, given) => releaseSession(context, tx, sessionKeyOf(given)),
  });

type Order = SessionKey & Actor & { reason: (typeof REDACTION_REASONS)[number] };

const beginRedaction = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { reason, credentialId, memberId, ...key }: Order,
): Promise<Session> => {
  // Every write of the session takes this lock, too: it finds the session redacted, or is waited for.
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

import type { JoinedSession } from '@field-inspection/contract';
import { DEAD_TOKEN_KEPT_MS, factOfJoin, letIn, type Device } from '@field-inspection/rules';
import type { Participant } from '#prisma';
import type { Context } from '../../context.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendEntry } from '../audit/exports/append-entry.ts';
import { viewFieldState, type NamedInvite } from '../field/exports/field-state-view.ts';
import { findQuotas } from '../quotas/exports/read-quotas.ts';
import type { SessionRow } from '../sessions/exports/session-view.ts';

export type AdmitContext = Pick<
  Context,
  'metrics' | 'clock' | 'config' | 'ids' | 'keyring' | 'random' | 'secrets'
>;
export type Admission = { invite: NamedInvite; session: SessionRow; device: Device };

/** `pinned` marks a device that came back without a code. The caller counts the entry of the chain. */
export const admitDevice = async (
  context: AdmitContext,
  tx: Tx,
  { invite, session, device, pinned }: Admission & { pinned: boolean },
): Promise<JoinedSession> => {
  const token = context.random.bytes(32).toString('base64url');
  const tokenHash = hashToken(token);
  const row = {
    token_hash: tokenHash,
    organisation_id: invite.organisation_id,
    participant_id: invite.id,
    issue: invite.issue,
    created_at: tx.now,
    kept_until: new Date(tx.now.getTime() + DEAD_TOKEN_KEPT_MS),
  };
  tx.effects.rows.field_session_tokens.push(row);
  appendEntry(context, tx, {
    organisationId: session.organisation_id,
    sessionId: session.id,
    ...factOfJoin(invite, { device, pinned }),
  });
  const key = { organisationId: session.organisation_id, sessionId: session.id };
  const quotas = await findQuotas(tx.db, key);
  return {
    field_session_token: token,
    field_session_expires_at: null,
    ...viewFieldState(context, { invite, session, quotas, tokenHash }),
  };
};

export const enterSession = (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { invite, session }: { invite: Participant; session: SessionRow },
): SessionRow => {
  const effects = letIn(session, invite, tx.now);
  if (!effects) return session;
  const { organisation_id: organisationId, id } = session;
  for (const fact of effects.facts) appendEntry(context, tx, { organisationId, sessionId: id, ...fact });
  const set = { ...effects.changes, updated_at: tx.now };
  tx.effects.changes.push({ table: 'sessions', organisationId, id, set });
  return { ...session, ...set };
};

import type { JoinedSession } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { DEAD_TOKEN_KEPT_MS } from '../../platform/secrets/dead-token.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import { insertRows } from '../../platform/database/insert-rows.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendEntry } from '../audit/exports/append-entry.ts';
import { viewFieldState, type NamedInvite } from '../field/exports/field-state-view.ts';
import { findQuotas } from '../quotas/exports/find-room.ts';
import type { SessionRow } from '../sessions/exports/session-view.ts';
import { discloseDevice, type Device } from '../participants/exports/device-pin.ts';

export type AdmitContext = Pick<Context, 'clock' | 'config' | 'ids' | 'keyring' | 'random' | 'secrets'>;
export type Admission = { invite: NamedInvite; session: SessionRow; device: Device };

/**
 * Gives a device a field_session_token of its own, and what its page shows. `pinned` tells a device that came back
 * without a code. The caller counts the entry of the chain.
 */
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
  tx.lastWrites.push({ ctes: [Prisma.sql`token_given as (${insertRows('field_session_tokens', [row])})`] });
  appendEntry(context, tx, {
    organisationId: session.organisation_id,
    sessionId: session.id,
    kind: 'participant.joined',
    payload: { participant_id: invite.id, issue: invite.issue, pinned },
    personal: { device: discloseDevice(device) },
  });
  const key = { organisationId: session.organisation_id, sessionId: session.id };
  const quotas = await findQuotas(tx.db, key);
  return {
    field_session_token: token,
    field_session_expires_at: null,
    ...viewFieldState(context, { invite, session, quotas, tokenHash }),
  };
};

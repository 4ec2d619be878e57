import type { MintedInvite } from '@field-inspection/contract';
import { USUAL_TTL_MINUTES, type Recipient } from '@field-inspection/rules';
import type { Participant } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import type { Asks } from '../../notifications/exports/asks.ts';
import { NOTHING_ANSWERED } from '../../consents/exports/consent-columns.ts';
import { lockSession, type SessionKey } from '../../sessions/exports/lock-session.ts';
import { announceInvite } from './announce-invite.ts';
import { mintSecrets } from './invite-secrets.ts';

export const mintInvite = async (
  context: Pick<Context, 'config' | 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  {
    organisationId,
    sessionId,
    recipient,
    ttlMinutes = USUAL_TTL_MINUTES,
    linkDomain,
    asks,
    ...actor
  }: SessionKey &
    Actor & {
      recipient: Recipient;
      ttlMinutes?: number | undefined;
      linkDomain: string | null;
      asks?: Asks;
    },
): Promise<MintedInvite> => {
  const { session } = await lockSession(tx, { organisationId, sessionId }, 'change');
  const identity = {
    organisation_id: organisationId,
    id: context.ids.next(),
    session_id: sessionId,
    ...recipient,
    ttl_minutes: ttlMinutes,
  };
  const at = { now: tx.now, scheduledFor: session.scheduled_for };
  const secrets = mintSecrets(context, { ...identity, issue: 1, linkDomain }, at);
  const invite: Participant = {
    ...identity,
    ...secrets.columns,
    ...NOTHING_ANSWERED,
    unsent_items: null,
    unsent_items_at: null,
    role: 'field',
    otp_attempts: 0,
    entries: 0,
    pin: null,
    joined_at: null,
    done_at: null,
    revoked_at: null,
    created_at: tx.now,
  };
  tx.effects.rows.participants.push(invite);
  return announceInvite(context, tx, { kind: 'participant.invited', session, invite, secrets, actor, asks });
};

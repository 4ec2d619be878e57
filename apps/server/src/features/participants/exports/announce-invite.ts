import type { MintedInvite } from '@field-inspection/contract';
import { DEAD_TOKEN_KEPT_MS, factOfInvite, listInviteMessages } from '@field-inspection/rules';
import type { Participant } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendEntry } from '../../audit/exports/append-entry.ts';
import { nameActor } from '../../audit/exports/name-actor.ts';
import { readConsents } from '../../consents/exports/consent-columns.ts';
import { writeAsks, type Asks } from '../../notifications/exports/asks.ts';
import { countMessages } from '../../notifications/exports/count-messages.ts';
import { viewMessage } from '../../notifications/exports/message-view.ts';
import { queueMessages, type NewMessage } from '../../notifications/exports/queue-messages.ts';
import type { SessionRow } from '../../sessions/exports/session-view.ts';
import type { InviteSecrets } from './invite-secrets.ts';
import { viewInvite } from './invite-view.ts';

type Announcement = {
  kind: 'participant.invited' | 'participant.reissued';
  session: SessionRow;
  invite: Participant;
  secrets: InviteSecrets;
  actor: Actor;
  asks?: Asks | undefined;
};

/** Writes the row that leads from the link's hash to the invite, the messages, and an entry of the chain. */
export const announceInvite = async (
  context: Pick<Context, 'config' | 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  announcement: Announcement,
): Promise<MintedInvite> => {
  const { kind, invite, secrets, actor } = announcement;
  tx.effects.rows.invite_tokens.push(describeToken(announcement));
  const messages = listMessages(announcement);
  await countMessages(context, tx, { organisationId: invite.organisation_id, messages });
  const queued = queueMessages(context, tx, messages);
  const { organisation_id: organisationId, session_id: sessionId } = invite;
  const fact = factOfInvite(kind, invite, nameActor(actor));
  appendEntry(context, tx, { organisationId, sessionId, ...fact });
  return {
    ...viewInvite(invite, { now: tx.now, hasSessionEnded: false }),
    consent_state: readConsents(invite),
    messages: queued.map(viewMessage),
    join_url: secrets.joinUrl,
    otp_code: secrets.code,
  };
};

const describeToken = ({ invite, secrets }: Announcement) => ({
  token_hash: secrets.tokenHash,
  organisation_id: invite.organisation_id,
  participant_id: invite.id,
  issue: invite.issue,
  kept_until: new Date(invite.expires_at.getTime() + DEAD_TOKEN_KEPT_MS),
});

const listMessages = ({ session, invite, secrets, asks }: Announcement): NewMessage[] =>
  listInviteMessages(invite).map(({ kind, channel, recipient }): NewMessage => ({
    session,
    participantId: invite.id,
    kind,
    channel,
    recipient,
    ...(kind === 'otp' ? { secret: secrets.code! } : asks && { secret: writeAsks(asks) }),
    dedupeKey: `${kind}:${invite.id}:${invite.issue}:${channel}`,
    expiresAt: kind === 'otp' ? invite.otp_expires_at : invite.expires_at,
  }));

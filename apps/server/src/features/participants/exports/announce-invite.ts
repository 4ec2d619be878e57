import type { MintedInvite } from '@field-inspection/contract';
import { DEAD_TOKEN_KEPT_MS } from '@field-inspection/rules';
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

/**
 * Announces a new link, the first or a reissued one: a row that leads from its hash to the invite, its messages,
 * and an entry of the chain.
 */
export const announceInvite = async (
  context: Pick<Context, 'config' | 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  announcement: Announcement,
): Promise<MintedInvite> => {
  const { invite, secrets } = announcement;
  tx.outcome.rows.invite_tokens.push(describeToken(announcement));
  const messages = listMessages(announcement);
  await countMessages(context, tx, { organisationId: invite.organisation_id, messages });
  const queued = queueMessages(context, tx, messages);
  recordInvite(context, tx, announcement);
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

/** Link and code never share a message: who reads one of them has half of what joining takes. */
const listMessages = ({ session, invite, secrets, asks }: Announcement): NewMessage[] => {
  const about = { session, participantId: invite.id };
  const issue = `${invite.id}:${invite.issue}`;
  const channels = listChannels(invite);
  const links = channels
    .filter(({ channel }) => (channel === 'sms' ? invite.send_sms : invite.send_email))
    .map(({ channel, recipient }): NewMessage => ({
      ...about,
      kind: 'invite',
      channel,
      recipient,
      ...(asks ? { secret: writeAsks(asks) } : {}),
      dedupeKey: `invite:${issue}:${channel}`,
      expiresAt: invite.expires_at,
    }));
  const { code } = secrets;
  if (code === null || !invite.send_code) return links;
  const codes = channels.map(({ channel, recipient }): NewMessage => ({
    ...about,
    kind: 'otp',
    channel,
    recipient,
    secret: code,
    dedupeKey: `otp:${issue}:${channel}`,
    expiresAt: invite.otp_expires_at,
  }));
  return [...links, ...codes];
};

const recordInvite = (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { kind, invite, secrets, actor }: Announcement,
): void => {
  const sendsCode = secrets.code !== null && invite.send_code;
  appendEntry(context, tx, {
    organisationId: invite.organisation_id,
    sessionId: invite.session_id,
    kind,
    payload: {
      ...nameActor(actor),
      participant_id: invite.id,
      role: invite.role,
      issue: invite.issue,
      otp_required: secrets.code !== null,
      channels: sendsCode ? listChannels(invite).map(({ channel }) => channel) : [],
      send_email: invite.send_email,
      send_sms: invite.send_sms,
      expires_at: invite.expires_at.toISOString(),
    },
    personal: {
      recipient: {
        first_name: invite.recipient_first_name,
        last_name: invite.recipient_last_name,
        email: invite.recipient_email,
        phone: invite.recipient_phone,
      },
    },
  });
};

/** Where an invite's messages go. */
export const listChannels = ({
  recipient_email,
  recipient_phone,
}: Pick<Participant, 'recipient_email' | 'recipient_phone'>) => [
  ...(recipient_email ? [{ channel: 'email' as const, recipient: recipient_email }] : []),
  ...(recipient_phone ? [{ channel: 'sms' as const, recipient: recipient_phone }] : []),
];

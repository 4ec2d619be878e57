import type { LocaleCode, MemberInvitation } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import { countMessages } from '../notifications/exports/count-messages.ts';
import { viewInvitation } from '../notifications/exports/message-view.ts';
import { queueMessages, type NewMessage } from '../notifications/exports/queue-messages.ts';
import { endInvitation } from './end-invitation.ts';
import type { MemberRow } from './insert-member.ts';

export const LIFETIME_MS = 7 * 86_400_000;

/** Sends an invited person the link that makes them a member, valid for 7 days. The link before is dead. */
export const sendInvitation = async (
  context: Pick<Context, 'config' | 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  member: MemberRow,
): Promise<MemberInvitation> => {
  const { organisation_id, id: member_id } = member;
  await endInvitation(tx, { organisationId: organisation_id, memberId: member_id });
  const token = context.random.bytes(32).toString('base64url');
  const token_hash = hashToken(token);
  const expires_at = new Date(tx.now.getTime() + LIFETIME_MS);
  await tx.db.memberInvitation.create({ data: { token_hash, organisation_id, member_id, expires_at } });
  const message: NewMessage = {
    member: { organisation_id, id: member_id, locale: member.locale as LocaleCode },
    kind: 'member_invitation',
    channel: 'email',
    recipient: member.email,
    secret: token,
    dedupeKey: `member_invitation:${token_hash.toString('hex')}`,
    expiresAt: expires_at,
  };
  await countMessages(context, tx, { organisationId: organisation_id, messages: [message] });
  const [queued] = queueMessages(context, tx, [message]);
  return viewInvitation(queued!);
};

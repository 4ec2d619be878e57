import type { LocaleCode, MemberInvitation } from '@field-inspection/contract';
import { INVITATION_MS } from '@field-inspection/rules';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import { countMessages } from '../notifications/exports/count-messages.ts';
import { viewInvitation } from '../notifications/exports/message-view.ts';
import { type NewMessage, queueMessages } from '../notifications/exports/queue-messages.ts';
import { endInvitation } from './exports/end-invitation.ts';
import type { MemberRow } from './exports/insert-member.ts';

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
  const expires_at = new Date(tx.now.getTime() + INVITATION_MS);
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

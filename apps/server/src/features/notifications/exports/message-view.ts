import { InviteMessage, MemberInvitation, type MessageStatus } from '@field-inspection/contract';
import type { Message, Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import { showRow } from '../../../platform/database/show-row.ts';

type Standing = Pick<Message, 'created_at' | 'sent_at' | 'cancelled_at' | 'fate' | 'fate_at'>;

/** Shows a message of an invite as the public API does: without its recipient and its content. */
export const viewMessage = (
  row: Pick<Message, 'id' | 'kind' | 'channel' | 'fate_reason'> & Standing,
): InviteMessage => showRow(InviteMessage, { ...row, ...describeFate(row) });

/** Shows the e-mail that invites a member, as part of the member. */
export const viewInvitation = (
  row: Pick<Message, 'fate_reason' | 'expires_at'> & Standing,
): MemberInvitation => showRow(MemberInvitation, { expires_at: row.expires_at!, ...describeFate(row) });

const describeFate = (row: Pick<Message, 'fate_reason'> & Standing) => ({
  status: deriveStatus(row),
  reason: row.fate_reason,
  updated_at: row.fate_at ?? row.sent_at ?? row.cancelled_at ?? row.created_at,
});

// A message that was sent while it was being cancelled counts as sent.
const deriveStatus = ({ fate, sent_at, cancelled_at }: Standing): MessageStatus => {
  if (fate) return fate as MessageStatus;
  if (sent_at) return 'sent';
  return cancelled_at ? 'cancelled' : 'queued';
};

/** Finds the newest e-mail with the link for each member, if it is kept. Raw, to look the members up one by one. */
export const findInvitationMails = async (
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  { organisationId, memberIds }: { organisationId: string; memberIds: string[] },
): Promise<Map<string, MemberInvitation>> => {
  if (memberIds.length === 0) return new Map();
  const rows = await db.$queryRaw<Message[]>`
    select newest.*
    from unnest(${memberIds}::uuid[]) invited (id)
    cross join lateral (
      select m.*
      from messages m
      where m.organisation_id = ${organisationId}::uuid and m.member_id = invited.id and m.kind = 'member_invitation'
      order by m.created_at desc, m.id desc
      limit 1
    ) newest
  `;
  return new Map(rows.map((row) => [row.member_id!, viewInvitation(row)]));
};

/**
 * Lists the newest message of each kind and channel of invites, oldest first in each invite, so that repeated reissues
 * add no more. Raw, for `distinct on`, and to look the invites up one by one.
 */
export const listInviteMessages = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, inviteIds }: { organisationId: string; inviteIds: string[] },
): Promise<Map<string, InviteMessage[]>> => {
  const found = new Map<string, InviteMessage[]>(inviteIds.map((id) => [id, []]));
  if (inviteIds.length === 0) return found;
  const rows = await database.prisma.$queryRaw<Message[]>`
    select newest.*
    from unnest(${inviteIds}::uuid[]) invite (id)
    cross join lateral (
      select distinct on (m.kind, m.channel) m.*
      from messages m
      where m.organisation_id = ${organisationId}::uuid and m.participant_id = invite.id
      order by m.kind, m.channel, m.created_at desc, m.id desc
    ) newest
    order by newest.created_at, newest.kind, newest.channel
  `;
  for (const row of rows) found.get(row.participant_id!)?.push(viewMessage(row));
  return found;
};

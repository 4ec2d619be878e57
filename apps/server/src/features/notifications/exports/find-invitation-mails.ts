import type { MemberInvitation } from '@field-inspection/contract';
import type { Message, Prisma } from '#prisma';
import { viewInvitation } from './message-view.ts';

type Which = { organisationId: string; memberIds: string[] };

/** Finds the newest e-mail with the link for each member, if it is kept. Raw, to look the members up one by one. */
export const findInvitationMails = async (
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  { organisationId, memberIds }: Which,
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

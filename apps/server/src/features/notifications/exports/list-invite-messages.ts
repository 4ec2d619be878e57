import type { InviteMessage } from '@field-inspection/contract';
import type { Message } from '#prisma';
import type { Context } from '../../../context.ts';
import { viewMessage } from './message-view.ts';

type Which = { organisationId: string; inviteIds: string[] };

/**
 * Lists the newest message of each kind and channel of invites, oldest first in each invite, so that repeated reissues
 * add no more. Raw, for `distinct on`, and to look the invites up one by one.
 */
export const listInviteMessages = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, inviteIds }: Which,
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

import type { AcceptedInvitation, RoleName } from '@field-inspection/contract';
import { invitationExpired, invitationUsed, wrongAddress } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Member } from '#prisma';
import type { Refusal } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import type { InvitedCaller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { isBoundToProvider } from '../sign-in/exports/require-open-way.ts';
import { openSession, type SignIn } from '../sign-in/exports/open-session.ts';

/** The number of wrong addresses that kills the link: a finder shall not guess the invited person's. */
const MOST_FAILED = 5;

export type Given = { token: string; email: string };

/** Finds the invited person of a token, even of one that is no longer valid. */
export const findInvited = async (
  { database }: Pick<Context, 'database'>,
  token: string,
): Promise<InvitedCaller | undefined> => {
  const found = await database.prisma.memberInvitation.findUnique({
    where: { token_hash: hashToken(token) },
  });
  return found ? { organisationId: found.organisation_id, invitedId: found.member_id } : undefined;
};

type Joined = Member & { organisation_name: string };

/**
 * A page of the service signs in whom it makes a member: the link and the address show who they are as well as a code
 * would. One conditional statement uses the link up, so one of any number of calls does it.
 *
 * @throws {Refusal} link_expired, for a link that is used, replaced, late or of a member who was removed, and for
 * another address
 */
export const acceptInvitation = async (
  context: Pick<Context, 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  { token, email, device }: Given & { device: SignIn['device'] | undefined },
): Promise<{ accepted: z.infer<typeof AcceptedInvitation>; session: string | undefined }> => {
  const [joined] = await tx.db.$queryRaw<Joined[]>`
    with used as (
      update member_invitations i
      set used_at = ${tx.now}
      from members m
      where i.token_hash = ${hashToken(token)} and i.used_at is null and i.expires_at > ${tx.now}
        and i.failed_count < ${MOST_FAILED}
        and m.organisation_id = i.organisation_id and m.id = i.member_id
        and m.status = 'invited' and lower(m.email) = lower(${email})
      returning i.organisation_id, i.member_id
    )
    update members m
    set status = 'active', joined_at = ${tx.now}
    from used u
    join organisations o on o.id = u.organisation_id
    where m.organisation_id = u.organisation_id and m.id = u.member_id and m.status = 'invited'
    returning m.*, o.name as organisation_name
  `;
  if (!joined) throw invitationExpired();
  const { organisation_name, ...member } = joined;
  const { organisation_id, id, email: invited, name } = member;
  const role = member.role as RoleName;
  appendOrgEntry(context, tx, {
    organisationId: organisation_id,
    kind: 'member.joined',
    payload: { member: id, role },
    personal: { email: invited },
  });
  // A new member signs in by the provider if its sign-on is enforced.
  const isBound = await isBoundToProvider(tx, member);
  const session = isBound
    ? undefined
    : device && (await openSession(context, tx, { member, way: 'link', device }));
  return { accepted: { organisation_name, name, role }, session };
};

/** Gives the refusal of a call: a wrong address, which it counts, or a dead link. */
export const judgeRefusal = async (
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { token, email }: Given,
): Promise<Refusal> => {
  const counted = await database.prisma.$queryRaw<unknown[]>`
    update member_invitations i
    set failed_count = i.failed_count + 1
    from members m
    where i.token_hash = ${hashToken(token)} and i.used_at is null and i.expires_at > ${clock.now()}
      and i.failed_count < ${MOST_FAILED}
      and m.organisation_id = i.organisation_id and m.id = i.member_id
      and m.status = 'invited' and lower(m.email) <> lower(${email})
    returning i.failed_count
  `;
  if (counted.length > 0) return wrongAddress();
  const where = { token_hash: hashToken(token), used_at: { not: null } };
  return (await database.prisma.memberInvitation.count({ where })) > 0
    ? invitationUsed()
    : invitationExpired();
};

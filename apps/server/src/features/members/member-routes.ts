import { contract, type ListMembersQuery, type Member, type RoleName } from '@field-inspection/contract';
import { invitationExpired, requireInvited } from '@field-inspection/rules';
import type { z } from 'zod';
import { Prisma, type Member as MemberRow } from '#prisma';
import { Refusal, noSuch } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { isStranger } from '../../http/apply-policy.ts';
import { setCookie } from '../../http/callers/cookies.ts';
import { readDevice } from '../../http/callers/read-device.ts';
import { isFromOwnPage } from '../../http/callers/require-same-origin.ts';
import { ok } from '../../http/reply.ts';
import { stateOf, type Caller } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { writeOnce } from '../../http/write-once.ts';
import { filterBy, leadBy, listPage } from '../../platform/database/list-page.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { findInvitationMails } from '../notifications/exports/message-view.ts';
import { acceptInvitation, findInvited, judgeRefusal } from './accept-invitation.ts';
import { nameAuthor, requireGrant, type Author } from './exports/change-author.ts';
import { changeMember } from './change-member.ts';
import { inviteMember } from './invite-member.ts';
import { lockMember, lockOrganisation, type MemberKey } from './exports/lock-members.ts';
import { getIdentity, unlinkMember } from './member-identity.ts';
import { viewMember } from './member-view.ts';
import { removeMember } from './remove-member.ts';
import { sendInvitation } from './send-invitation.ts';

export const memberRoutes = (context: Context) =>
  implement(contract.members, {
    list: ({ caller, query }) => listMembers(context, { ...caller, query }),
    create: (tx, given) => inviteMember(context, tx, { ...authorOf(given), body: given.body }),
    get: (given) => getMember(context, keyOf(given)),
    update: {
      endsRight: true,
      run: (tx, given) => changeMember(context, tx, { ...keyOf(given), changes: given.body }),
    },
    delete: { endsRight: true, run: (tx, given) => removeMember(context, tx, keyOf(given)) },
    resendInvitation: (tx, given) => resendInvitation(context, tx, keyOf(given)),
    getIdentity: (given) => getIdentity(context, keyOf(given)),
    unlink: (tx, given) => unlinkMember(context, tx, keyOf(given)),
  });

export const invitationRoutes = (context: Context) =>
  implement(contract.invitations, {
    accept: {
      reply: async ({ req, res, body }) => {
        const invited = await findInvited(context, body.token);
        if (!invited || isStranger(req, invited)) throw invitationExpired();
        stateOf(req).invitedCaller = invited;
        // A session is a cookie of the service's own host, and another site's page must sign nobody in.
        const isOwnPage = !stateOf(req).domain && isFromOwnPage(context.config, req);
        const device = isOwnPage ? readDevice(req) : undefined;
        let token: string | undefined;
        const run = async (tx: Tx) => {
          const { accepted, session } = await acceptInvitation(context, tx, { ...body, device });
          token = session;
          return ok(accepted);
        };
        const reply = await writeOnce(context, { req, body }, { run }).catch(async (error: unknown) => {
          const isRefusal = error instanceof Refusal && error.code === 'link_expired';
          throw isRefusal ? await judgeRefusal(context, body) : error;
        });
        if (token !== undefined) setCookie(context.config, res, { name: 'session', value: token });
        return reply;
      },
    },
  });

const authorOf = ({ caller }: { caller: Caller }) => ({
  author: caller,
  organisationId: caller.organisationId,
});

const keyOf = ({ caller, params }: { caller: Caller; params: { member_id: string } }) => ({
  ...authorOf({ caller }),
  memberId: params.member_id,
});

const getMember = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, memberId }: { organisationId: string; memberId: string },
): Promise<Member> => {
  const row = await database.prisma.member.findFirst({
    where: { organisation_id: organisationId, id: memberId, status: { not: 'removed' } },
  });
  if (!row) throw noSuch('member', memberId);
  const mails = await findInvitationMails(database.prisma, { organisationId, memberIds: [memberId] });
  return viewMember(row, mails.get(memberId));
};

/** The condition of the indexes. */
const IS_THERE = Prisma.sql`status <> 'removed'`;

export const listMembers = async (
  context: Pick<Context, 'database' | 'keyring'>,
  { organisationId, query }: { organisationId: string; query: z.output<typeof ListMembersQuery> },
) => {
  const { status, role, limit, cursor } = query;
  const of = { table: 'members', organisationId };
  const { rows, ...page } = await listPage<MemberRow>(context, {
    list: ['members', organisationId, status, role],
    cursor,
    limit,
    of,
    whole: leadBy(of, IS_THERE),
    filters: [
      ...(status ? [filterBy(of, Prisma.sql`status = ${status} and ${IS_THERE}`)] : []),
      ...(role ? [filterBy(of, Prisma.sql`role = ${role} and ${IS_THERE}`)] : []),
    ],
  });
  const memberIds = rows.map(({ id }) => id);
  const mails = await findInvitationMails(context.database.prisma, { organisationId, memberIds });
  return { data: rows.map((row) => viewMember(row, mails.get(row.id))), ...page };
};

/**
 * Sends an invitation again, with another link.
 *
 * @throws {Refusal} not_found, permission_denied, member.invalid_state
 */
const resendInvitation = async (
  context: Pick<Context, 'config' | 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  { author, ...key }: MemberKey & { author: Author },
): Promise<Member> => {
  await lockOrganisation(tx, key.organisationId);
  const member = await lockMember(tx, key);
  await requireGrant(tx, author, { role: member.role as RoleName });
  requireInvited(member);
  const invitation = await sendInvitation(context, tx, member);
  appendOrgEntry(context, tx, {
    organisationId: key.organisationId,
    kind: 'member.invited',
    payload: { ...nameAuthor(author), member: member.id, role: member.role },
  });
  return viewMember(member, invitation);
};

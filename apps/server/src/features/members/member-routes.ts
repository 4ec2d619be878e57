import { contract } from '@field-inspection/contract';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { isStranger } from '../../http/apply-policy.ts';
import { ok } from '../../http/reply.ts';
import { stateOf, type Caller } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { writeOnce } from '../../http/write-once.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { acceptInvitation, findInvited, judgeRefusal, linkExpired } from './accept-invitation.ts';
import { changeMember } from './change-member.ts';
import { getMember } from './get-member.ts';
import { inviteMember } from './invite-member.ts';
import { listMembers } from './list-members.ts';
import { removeMember } from './remove-member.ts';
import { resendInvitation } from './resend-invitation.ts';

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
  });

export const invitationRoutes = (context: Context) =>
  implement(contract.invitations, {
    accept: {
      reply: async ({ req, body }) => {
        const invited = await findInvited(context, body.token);
        if (!invited || isStranger(req, invited)) throw linkExpired();
        stateOf(req).invitedCaller = invited;
        const run = async (tx: Tx) => ok(await acceptInvitation(context, tx, body));
        return writeOnce(context, { req, body }, { run }).catch(async (error: unknown) => {
          const isRefusal = error instanceof ApiError && error.code === 'link_expired';
          throw isRefusal ? await judgeRefusal(context, body) : error;
        });
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

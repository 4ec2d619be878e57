import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { isStranger } from '../../http/apply-policy.ts';
import { created, noContent, ok } from '../../http/reply.ts';
import { callerOf, stateOf } from '../../http/request-state.ts';
import { writeOnce } from '../../http/write-once.ts';
import { acceptInvitation, findInvited, judgeRefusal, linkExpired } from './accept-invitation.ts';
import { changeMember } from './change-member.ts';
import { getMember } from './get-member.ts';
import { inviteMember } from './invite-member.ts';
import { listMembers } from './list-members.ts';
import { removeMember } from './remove-member.ts';
import { resendInvitation } from './resend-invitation.ts';

export const memberRoutes = (context: Context) =>
  initServer().router(contract.members, {
    list: async ({ req, query }) => ok(await listMembers(context, { ...callerOf(req), query })),
    create: (input) =>
      writeOnce(context, input, {
        run: async (tx) =>
          created(await inviteMember(context, tx, { ...authorOf(input.req), body: input.body })),
      }),
    get: async (input) => ok(await getMember(context, keyOf(input))),
    update: (input) =>
      writeOnce(context, input, {
        endsRight: true,
        run: async (tx) => ok(await changeMember(context, tx, { ...keyOf(input), changes: input.body })),
      }),
    delete: (input) =>
      writeOnce(context, input, {
        endsRight: true,
        run: async (tx) => {
          await removeMember(context, tx, keyOf(input));
          return noContent();
        },
      }),
    resendInvitation: (input) =>
      writeOnce(context, input, {
        run: async (tx) => ok(await resendInvitation(context, tx, keyOf(input))),
      }),
  });

export const invitationRoutes = (context: Context) =>
  initServer().router(contract.invitations, {
    accept: async ({ req, body }) => {
      const invited = await findInvited(context, body.token);
      if (!invited || isStranger(req, invited)) throw linkExpired();
      stateOf(req).invitedCaller = invited;
      return writeOnce(
        context,
        { req, body },
        { run: async (tx) => ok(await acceptInvitation(context, tx, body)) },
      ).catch(async (error: unknown) => {
        const isRefusal = error instanceof ApiError && error.code === 'link_expired';
        throw isRefusal ? await judgeRefusal(context, body) : error;
      });
    },
  });

const authorOf = (req: object) => {
  const caller = callerOf(req);
  return { author: caller, organisationId: caller.organisationId };
};

const keyOf = ({ req, params }: { req: object; params: { member_id: string } }) => ({
  ...authorOf(req),
  memberId: params.member_id,
});

import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { created, noContent, ok } from '../../http/reply.ts';
import { callerOf, sessionKeyOf } from '../../http/request-state.ts';
import { writeOnce } from '../../http/write-once.ts';
import { listInvites } from './list-invites.ts';
import { mintInvite } from './exports/mint-invite.ts';
import { readRecipient } from './read-recipient.ts';
import { reissueInvite } from './reissue-invite.ts';
import { revokeInvite } from './revoke-invite.ts';

export const participantRoutes = (context: Context) =>
  initServer().router(contract.participants, {
    create: ({ req, params, body = {} }) =>
      writeOnce(
        context,
        { req, body },
        {
          run: async (tx) =>
            created(
              await mintInvite(context, tx, {
                ...sessionKeyOf({ req, params }),
                recipient: readRecipient(context.config, {
                  body,
                  timeZone: callerOf(req).organisationTimeZone,
                }),
                ttlMinutes: body.ttl_minutes,
                linkDomain: callerOf(req).linkDomain,
              }),
            ),
        },
      ),
    list: async ({ query, ...input }) => ok(await listInvites(context, { ...sessionKeyOf(input), ...query })),
    reissue: (input) =>
      writeOnce(context, input, {
        run: async (tx) =>
          ok(
            await reissueInvite(context, tx, {
              ...inviteKeyOf(input),
              linkDomain: callerOf(input.req).linkDomain,
            }),
          ),
      }),
    revoke: (input) =>
      writeOnce(context, input, {
        run: async (tx) => {
          await revokeInvite(context, tx, inviteKeyOf(input));
          return noContent();
        },
      }),
  });

const inviteKeyOf = (input: { req: object; params: { session_id: string; invite_id: string } }) => ({
  ...sessionKeyOf(input),
  inviteId: input.params.invite_id,
});

import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { sessionKeyOf } from '../../http/request-state.ts';
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
          run: async (tx) => ({
            status: 201,
            body: await mintInvite(context, tx, {
              ...sessionKeyOf({ req, params }),
              recipient: readRecipient(context.config, body),
              ttlMinutes: body.ttl_minutes,
            }),
          }),
        },
      ),
    list: async ({ req, params, query: { limit, cursor } }) => ({
      status: 200,
      body: await listInvites(context, { ...sessionKeyOf({ req, params }), limit, cursor }),
    }),
    reissue: ({ req, params, body }) =>
      writeOnce(
        context,
        { req, body },
        {
          run: async (tx) => ({
            status: 200,
            body: await reissueInvite(context, tx, inviteKeyOf(req, params)),
          }),
        },
      ),
    revoke: ({ req, params, body }) =>
      writeOnce(
        context,
        { req, body },
        {
          run: async (tx) => {
            await revokeInvite(context, tx, inviteKeyOf(req, params));
            return { status: 204, body: undefined };
          },
        },
      ),
  });

const inviteKeyOf = (req: object, params: { session_id: string; invite_id: string }) => ({
  ...sessionKeyOf({ req, params }),
  inviteId: params.invite_id,
});

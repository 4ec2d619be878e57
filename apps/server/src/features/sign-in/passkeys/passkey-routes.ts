import { contract } from '@field-inspection/contract';
import type { Context } from '../../../context.ts';
import { readDevice } from '../../../http/callers/read-device.ts';
import { implement } from '../../../http/routes/implement-routes.ts';
import { listPasskeys, removePasskey, renamePasskey } from './member-passkeys.ts';
import { addPasskey, beginPasskey, judgePasskey } from './register-passkey.ts';

export const passkeyRoutes = (context: Context) =>
  implement(contract.me, {
    listOwnPasskeys: ({ caller, query }) =>
      listPasskeys(context, {
        organisationId: caller.organisationId,
        memberId: caller.memberId!,
        query,
      }),
    beginPasskey: (tx, { caller }) => beginPasskey(context, tx, caller),
    createPasskey: {
      before: async ({ req, caller, body }) => {
        const key = await judgePasskey(context, { caller, shown: body });
        return (tx) => addPasskey(context, tx, { caller, key, shown: body, device: readDevice(req) });
      },
    },
    updatePasskey: (tx, { caller, params, body }) =>
      renamePasskey(tx, {
        organisationId: caller.organisationId,
        memberId: caller.memberId!,
        passkeyId: params.passkey_id,
        ...body,
      }),
    deleteOwnPasskey: (tx, { caller, params }) =>
      removePasskey(context, tx, { caller, memberId: caller.memberId!, passkeyId: params.passkey_id }),
  });

export const memberPasskeyRoutes = (context: Context) =>
  implement(contract.members, {
    listPasskeys: ({ caller, params, query }) =>
      listPasskeys(context, { organisationId: caller.organisationId, memberId: params.member_id, query }),
    deletePasskey: (tx, { caller, params }) =>
      removePasskey(context, tx, { caller, memberId: params.member_id, passkeyId: params.passkey_id }),
  });

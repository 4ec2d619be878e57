import { contract } from '@field-inspection/contract';
import { noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { readDevice } from '../../http/callers/read-device.ts';
import { accepted } from '../../http/reply.ts';
import { stateOf } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { contextAt } from '../../http/served/context-at.ts';
import { writeOnce } from '../../http/write-once.ts';
import { createMutex } from '../../platform/concurrency/create-mutex.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { findInvited } from './invite-by-token.ts';
import { redeemInvite } from './redeem-invite.ts';
import { requestCode } from './request-code.ts';

export const joinRoutes = (context: Context) => {
  const takeTurn = createMutex();
  return implement(contract.join, {
    redeem: ({ req, params }) => {
      const call = {
        sessionId: params.session_id,
        token: params.token,
        code: req.get('x-join-otp') || undefined,
        device: readDevice(req),
        domain: stateOf(req).domain,
      };
      return takeTurn(call.token, () => redeemInvite(contextAt(context, req), call));
    },
    requestCode: {
      reply: async ({ req, params, body }) => {
        const link = { sessionId: params.session_id, token: params.token };
        const invited = await findInvited(context, link);
        const { domain } = stateOf(req);
        if (!invited || (domain && domain.organisationId !== invited.organisationId)) throw noSuch('invite');
        stateOf(req).invitedCaller = invited;
        const call = { ...link, device: readDevice(req) };
        const run = async (tx: Tx) => accepted(await requestCode(context, tx, call));
        return takeTurn(link.token, () => writeOnce(context, { req, body }, { run }));
      },
    },
  });
};

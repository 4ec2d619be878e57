import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import { noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { readDevice } from '../../http/callers/read-device.ts';
import { accepted } from '../../http/reply.ts';
import { stateOf } from '../../http/request-state.ts';
import { contextAt } from '../../http/served/context-at.ts';
import { writeOnce } from '../../http/write-once.ts';
import { createMutex } from '../../platform/concurrency/create-mutex.ts';
import { findInvited } from './invite-by-token.ts';
import { redeemInvite } from './redeem-invite.ts';
import { requestCode } from './request-code.ts';

export const joinRoutes = (context: Context) => {
  const takeTurn = createMutex();
  return initServer().router(contract.join, {
    redeem: async ({ req, params }) => {
      const call = {
        sessionId: params.session_id,
        token: params.token,
        code: req.get('x-join-otp') || undefined,
        device: readDevice(req),
        domain: stateOf(req).domain,
      };
      return {
        status: 200,
        body: await takeTurn(call.token, () => redeemInvite(contextAt(context, req), call)),
      };
    },
    requestCode: async ({ req, params, body }) => {
      const link = { sessionId: params.session_id, token: params.token };
      const invited = await findInvited(context, link);
      const { domain } = stateOf(req);
      if (!invited || (domain && domain.organisationId !== invited.organisationId)) throw noSuch('invite');
      stateOf(req).invitedCaller = invited;
      const call = { ...link, device: readDevice(req) };
      return takeTurn(link.token, () =>
        writeOnce(
          context,
          { req, body },
          { run: async (tx) => accepted(await requestCode(context, tx, call)) },
        ),
      );
    },
  });
};

import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { contextAt } from '../../http/served/context-at.ts';
import { stateOf } from '../../http/request-state.ts';
import { readDevice } from '../../http/read-device.ts';
import { createMutex } from '../../platform/concurrency/create-mutex.ts';
import { redeemInvite } from './redeem-invite.ts';

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
  });
};

import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { addressBlock } from '../../http/count-address.ts';
import { redeemInvite } from './redeem-invite.ts';

export const joinRoutes = (context: Context) =>
  initServer().router(contract.join, {
    redeem: async ({ req, res, params }) => {
      // The answer holds a token; and a cache may keep a 410 without being told (RFC 9110 15.5.11).
      res.set('Cache-Control', 'no-store');
      return {
        status: 200,
        body: await redeemInvite(context, {
          sessionId: params.session_id,
          token: params.token,
          code: req.get('x-join-otp') || undefined,
          device: { address: addressBlock(req.ip ?? ''), userAgent: req.headers['user-agent'] ?? '' },
        }),
      };
    },
  });

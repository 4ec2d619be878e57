import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { created, ok } from '../../http/reply.ts';
import { callerOf } from '../../http/request-state.ts';
import { writeOnce } from '../../http/write-once.ts';
import { findPlan } from '../quotas/exports/find-plan.ts';
import { openCheckout } from './open-checkout.ts';
import { openPortal } from './open-portal.ts';

export const billingRoutes = (context: Context) =>
  initServer().router(contract.billing, {
    getPlan: async ({ req }) => ok(await findPlan(context, callerOf(req))),
    createCheckout: (input) =>
      writeOnce(context, input, {
        before: () => openCheckout(context, { ...callerOf(input.req), body: input.body }),
        run: async (_tx, checkout) => created(checkout),
      }),
    createPortal: (input) =>
      writeOnce(context, input, {
        before: () => openPortal(context, { ...callerOf(input.req), body: input.body }),
        run: async (_tx, portal) => created(portal),
      }),
  });

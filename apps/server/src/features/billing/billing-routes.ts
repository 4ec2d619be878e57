import { contract } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { findPlan } from '../quotas/exports/find-plan.ts';
import { openCheckout } from './open-checkout.ts';
import { openPortal } from './open-portal.ts';

export const billingRoutes = (context: Context) =>
  implement(contract.billing, {
    getPlan: ({ caller }) => findPlan(context, caller),
    createCheckout: {
      before: async ({ caller, body }) => {
        const checkout = await openCheckout(context, { ...caller, body });
        return () => Promise.resolve(checkout);
      },
    },
    createPortal: {
      before: async ({ caller, body }) => {
        const portal = await openPortal(context, { ...caller, body });
        return () => Promise.resolve(portal);
      },
    },
  });

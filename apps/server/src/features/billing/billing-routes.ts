import { contract } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { findPlan } from '../quotas/exports/find-plan.ts';
import { openCheckout } from './open-checkout.ts';
import { openPortal } from './open-portal.ts';

export const billingRoutes = (context: Context) =>
  implement(contract.billing, {
    getPlan: ({ caller }) => findPlan(context, caller),
    createCheckout: { before: ({ caller, body }) => openCheckout(context, { ...caller, body }) },
    createPortal: { before: ({ caller, body }) => openPortal(context, { ...caller, body }) },
  });

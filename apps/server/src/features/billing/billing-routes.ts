import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { ok } from '../../http/reply.ts';
import { callerOf } from '../../http/request-state.ts';
import { findPlan } from '../quotas/exports/find-plan.ts';

export const billingRoutes = (context: Context) =>
  initServer().router(contract.billing, {
    getPlan: async ({ req }) => ok(await findPlan(context, callerOf(req))),
  });

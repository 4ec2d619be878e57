import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { ok } from '../../http/reply.ts';
import { callerOf } from '../../http/request-state.ts';
import { getOrgHead } from './get-org-head.ts';

const { getAuditHead } = contract.org;

export const orgHeadRoutes = (context: Context) =>
  initServer().router(
    { getAuditHead },
    { getAuditHead: async ({ req }) => ok(await getOrgHead(context, callerOf(req))) },
  );

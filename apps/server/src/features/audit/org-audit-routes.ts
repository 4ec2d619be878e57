import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { ok } from '../../http/reply.ts';
import { callerOf } from '../../http/request-state.ts';
import { listOrgEntries } from './list-org-entries.ts';

const { listAudit } = contract.org;

export const orgAuditRoutes = (context: Context) =>
  initServer().router(
    { listAudit },
    { listAudit: async ({ req, query }) => ok(await listOrgEntries(context, { ...callerOf(req), query })) },
  );

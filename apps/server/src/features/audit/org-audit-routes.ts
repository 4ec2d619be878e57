import { contract } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { listOrgEntries } from './list-org-entries.ts';

export const orgAuditRoutes = (context: Context) =>
  implement(contract.org, {
    listAudit: ({ caller, query }) => listOrgEntries(context, { ...caller, query }),
  });

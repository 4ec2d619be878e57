import { contract } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { getOrgHead } from './get-org-head.ts';

export const orgHeadRoutes = (context: Context) =>
  implement(contract.org, { getAuditHead: ({ caller }) => getOrgHead(context, caller) });

import { contract } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { sessionKeyOf } from '../../http/request-state.ts';
import { getEvidenceSummary } from './get-evidence-summary.ts';

export const summaryRoutes = (context: Context) =>
  implement(contract.evidence, { get: (given) => getEvidenceSummary(context, sessionKeyOf(given)) });

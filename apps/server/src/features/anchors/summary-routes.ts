import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { ok } from '../../http/reply.ts';
import { sessionKeyOf } from '../../http/request-state.ts';
import { getEvidenceSummary } from './get-evidence-summary.ts';

export const summaryRoutes = (context: Context) =>
  initServer().router(
    { get: contract.evidence.get },
    {
      get: async (input) => ok(await getEvidenceSummary(context, sessionKeyOf(input))),
    },
  );

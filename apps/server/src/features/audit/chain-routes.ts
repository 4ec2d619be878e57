import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { ok } from '../../http/reply.ts';
import { sessionKeyOf } from '../../http/request-state.ts';
import { listChain } from './list-chain.ts';

export const chainRoutes = (context: Context) =>
  initServer().router(
    { listChain: contract.evidence.listChain },
    {
      listChain: async (input) =>
        ok(await listChain(context, { ...sessionKeyOf(input), query: input.query })),
    },
  );

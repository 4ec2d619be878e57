import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { ok } from '../../http/reply.ts';
import { sessionKeyOf } from '../../http/request-state.ts';
import { listAddenda } from './list-addenda.ts';
import { listChain } from './list-chain.ts';

const { listChain: chain, listAddenda: addenda } = contract.evidence;

export const chainRoutes = (context: Context) =>
  initServer().router(
    { listChain: chain, listAddenda: addenda },
    {
      listChain: async (input) =>
        ok(await listChain(context, { ...sessionKeyOf(input), query: input.query })),
      listAddenda: async (input) =>
        ok(await listAddenda(context, { ...sessionKeyOf(input), query: input.query })),
    },
  );

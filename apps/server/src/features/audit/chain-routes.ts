import { contract } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { sessionKeyOf } from '../../http/request-state.ts';
import { listAddenda } from './list-addenda.ts';
import { listChain } from './list-chain.ts';

export const chainRoutes = (context: Context) =>
  implement(contract.evidence, {
    listChain: (given) => listChain(context, { ...sessionKeyOf(given), query: given.query }),
    listAddenda: (given) => listAddenda(context, { ...sessionKeyOf(given), query: given.query }),
  });

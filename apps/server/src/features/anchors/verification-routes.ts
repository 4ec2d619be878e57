import { contract } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { verifyHead } from './verify-head.ts';

export const verificationRoutes = (context: Context) =>
  implement(contract.verification, { verify: ({ params }) => verifyHead(context, params.audit_chain_hash) });

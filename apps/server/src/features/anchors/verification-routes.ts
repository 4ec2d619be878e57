import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { ok } from '../../http/reply.ts';
import { verifyHead } from './verify-head.ts';

export const verificationRoutes = (context: Context) =>
  initServer().router(contract.verification, {
    verify: async ({ params }) => ok(await verifyHead(context, params.audit_chain_hash)),
  });

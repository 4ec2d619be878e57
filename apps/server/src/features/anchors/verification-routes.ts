import { contract, type Verification } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { viewAnchor } from './anchor-view.ts';

export const verificationRoutes = (context: Context) =>
  implement(contract.verification, { verify: ({ params }) => verifyHead(context, params.audit_chain_hash) });

/** Says whether a chain was frozen with this head, and which authorities vouch for it, but not its organisation. */
const verifyHead = async (
  { database: { prisma } }: Pick<Context, 'database'>,
  headHash: string,
): Promise<z.output<typeof Verification>> => {
  const head = await prisma.frozenHead.findUnique({ where: { head_hash: headHash } });
  if (!head) {
    return { audit_chain_hash: headHash, known: false, frozen_at: null, length: null, anchors: [] };
  }
  const { organisation_id, session_id } = head;
  const chain = await prisma.auditChain.findUniqueOrThrow({
    where: { organisation_id_session_id: { organisation_id, session_id } },
    include: { anchors: { orderBy: { authority: 'asc' } } },
  });
  return {
    audit_chain_hash: headHash,
    known: true,
    frozen_at: head.frozen_at.toISOString(),
    length: chain.head_sequence,
    anchors: chain.anchors.map(viewAnchor),
  };
};

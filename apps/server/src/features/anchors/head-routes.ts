import { contract, type OrgChainHead, type Verification } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { keepLastAnchors, viewAnchor } from './anchor-view.ts';
import type { OrgAnchor } from '#prisma';

export const verificationRoutes = (context: Context) =>
  implement(contract.verification, { verify: ({ params }) => verifyHead(context, params.audit_chain_hash) });

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

export const orgHeadRoutes = (context: Context) =>
  implement(contract.org, { getAuditHead: ({ caller }) => getOrgHead(context, caller) });

const getOrgHead = async (
  { database: { prisma } }: Pick<Context, 'database'>,
  { organisationId }: { organisationId: string },
): Promise<z.output<typeof OrgChainHead>> => {
  const chain = await prisma.orgChain.findUnique({ where: { organisation_id: organisationId } });
  if (!chain) return { head: null, length: 0, anchors: [] };
  // Raw, since Prisma reads all rows to tell the last ones.
  const anchors = await prisma.$queryRaw<OrgAnchor[]>`
    select distinct on (authority, status = 'anchored') *
    from org_anchors
    where organisation_id = ${organisationId}::uuid
    order by authority, status = 'anchored', sequence desc
  `;
  return {
    head: chain.head_hash,
    length: chain.head_sequence,
    anchors: keepLastAnchors(anchors).map((row) => ({ ...viewAnchor(row), sequence: row.sequence })),
  };
};

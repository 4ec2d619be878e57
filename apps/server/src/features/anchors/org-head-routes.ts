import { contract, type OrgChainHead } from '@field-inspection/contract';
import type { z } from 'zod';
import type { OrgAnchor } from '#prisma';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { keepLastAnchors, viewAnchor } from './anchor-view.ts';

export const orgHeadRoutes = (context: Context) =>
  implement(contract.org, { getAuditHead: ({ caller }) => getOrgHead(context, caller) });

/** Gives the head of an organisation's own chain, and the authorities that vouch for it. */
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

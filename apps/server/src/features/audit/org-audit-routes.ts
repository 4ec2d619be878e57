import { contract, type AuditEntry } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { cutPage, readPosition } from '../../platform/database/list-page.ts';

export const orgAuditRoutes = (context: Context) =>
  implement(contract.org, {
    listAudit: ({ caller, query }) => listOrgEntries(context, { ...caller, query }),
  });

const listOrgEntries = async (
  context: Pick<Context, 'database' | 'keyring'>,
  {
    organisationId,
    query: { limit, cursor },
  }: { organisationId: string; query: { limit: number; cursor?: string | undefined } },
) => {
  const list = ['org-chain', organisationId];
  const before = readPosition(context, { list, cursor });
  const found = await context.database.prisma.orgEntry.findMany({
    omit: { organisation_id: true },
    where: { organisation_id: organisationId, ...(before ? { sequence: { lt: Number(before.at) } } : {}) },
    orderBy: { sequence: 'desc' },
    take: limit + 1,
  });
  const { rows, ...page } = cutPage(context, { list, limit, found }, ({ sequence }) => ({
    at: BigInt(sequence),
    id: organisationId,
  }));
  return { data: rows as AuditEntry[], ...page };
};

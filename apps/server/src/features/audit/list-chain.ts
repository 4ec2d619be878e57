import { noSuchResource } from '../../api-error.ts';
import type { AuditEntry } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { cutPage, readPosition } from '../../platform/database/list-page.ts';
import type { ChainKey } from './exports/append-entry.ts';

/** One page of a session's audit chain, as it was hashed, last entry first. */
export const listChain = async (
  context: Pick<Context, 'database' | 'keyring'>,
  {
    organisationId,
    sessionId,
    query: { limit, cursor },
  }: ChainKey & { query: { limit: number; cursor?: string | undefined } },
) => {
  const list = ['chain', organisationId, sessionId];
  const before = readPosition(context, { list, cursor });
  const found: AuditEntry[] = (await context.database.prisma.auditEntry.findMany({
    select: { sequence: true, kind: true, occurred_at: true, payload: true, prev_hash: true, hash: true },
    where: {
      organisation_id: organisationId,
      session_id: sessionId,
      ...(before ? { sequence: { lt: Number(before.at) } } : {}),
    },
    orderBy: { sequence: 'desc' },
    take: limit + 1,
  })) as AuditEntry[];
  // A session's creation writes the first entry of its chain: without any there is no such session.
  if (found.length === 0) throw noSuchResource();
  const { rows, ...page } = cutPage(context, { list, limit, found }, ({ sequence }) => ({
    at: BigInt(sequence),
    id: sessionId,
  }));
  return { data: rows, ...page };
};

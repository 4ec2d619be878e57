import type { AuditEntry } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { cutPage, readPosition } from '../../platform/database/list-page.ts';
import type { ChainKey } from './exports/append-entry.ts';

export type ListEntries = ChainKey & { query: { limit: number; cursor?: string | undefined } };

/** One page of a session's audit chain or addenda, as they were hashed, last entry first. */
export const listEntries = async (
  context: Pick<Context, 'database' | 'keyring'>,
  name: 'chain' | 'addenda',
  { organisationId, sessionId, query: { limit, cursor } }: ListEntries,
) => {
  const list = [name, organisationId, sessionId];
  const before = readPosition(context, { list, cursor });
  const { auditEntry, addendaEntry } = context.database.prisma;
  const asked = {
    select: { sequence: true, kind: true, occurred_at: true, payload: true, prev_hash: true, hash: true },
    where: {
      organisation_id: organisationId,
      session_id: sessionId,
      ...(before ? { sequence: { lt: Number(before.at) } } : {}),
    },
    orderBy: { sequence: 'desc' },
    take: limit + 1,
  } as const;
  const found = await (name === 'chain' ? auditEntry.findMany(asked) : addendaEntry.findMany(asked));
  const { rows, ...page } = cutPage(context, { list, limit, found }, ({ sequence }) => ({
    at: BigInt(sequence),
    id: sessionId,
  }));
  return { data: rows as AuditEntry[], ...page };
};

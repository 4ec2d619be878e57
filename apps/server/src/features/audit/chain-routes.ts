import { type AuditEntry, contract } from '@field-inspection/contract';
import { noSuch } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { sessionKeyOf } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { cutPage, readPosition } from '../../platform/database/list-page.ts';
import type { ChainKey } from './exports/append-entry.ts';

export const chainRoutes = (context: Context) =>
  implement(contract.evidence, {
    listChain: (given) => listChain(context, { ...sessionKeyOf(given), query: given.query }),
    listAddenda: (given) => listAddenda(context, { ...sessionKeyOf(given), query: given.query }),
  });

export const listChain = async (context: Pick<Context, 'database' | 'keyring'>, asked: ListEntries) => {
  const page = await listEntries(context, 'chain', asked);
  // The creation of a session writes its first entry, so no entry means no such session.
  if (page.data.length === 0) throw noSuch('session', asked.sessionId);
  return page;
};

export const listAddenda = async (context: Pick<Context, 'database' | 'keyring'>, asked: ListEntries) => {
  const page = await listEntries(context, 'addenda', asked);
  if (page.data.length === 0) await requireChain(context, asked);
  return page;
};

const requireChain = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, sessionId }: ListEntries,
): Promise<void> => {
  const chain = await database.prisma.auditChain.findUnique({
    select: { session_id: true },
    where: { organisation_id_session_id: { organisation_id: organisationId, session_id: sessionId } },
  });
  if (!chain) throw noSuch('session', sessionId);
};

type ListEntries = ChainKey & { query: { limit: number; cursor?: string | undefined } };

const listEntries = async (
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

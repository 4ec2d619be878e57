import { noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { listEntries, type ListEntries } from './list-entries.ts';

/** One page of what came after the freeze of a session's chain, as it was hashed, last entry first. */
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

import type { Context } from '../../../context.ts';
import type { ChainKey } from './append-entry.ts';

/** The chain is read from its end: the caller has just sent the evidence. */
export const findCapture = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, sessionId, evidenceId }: ChainKey & { evidenceId: string },
): Promise<number | undefined> => {
  const entry = await database.prisma.auditEntry.findFirst({
    where: {
      organisation_id: organisationId,
      session_id: sessionId,
      kind: 'evidence.captured',
      payload: { path: ['evidence_id'], equals: evidenceId },
    },
    orderBy: { sequence: 'desc' },
    select: { sequence: true },
  });
  return entry?.sequence;
};

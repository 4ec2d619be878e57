import type { Context } from '../../../context.ts';
import type { ChainKey } from './append-entry.ts';

/** Gives the number of deleted disclosures. Both chains stay valid. Raw, for the batches. */
export const eraseDisclosures = async (
  { database: { prisma } }: Pick<Context, 'database'>,
  { organisationId, sessionId }: ChainKey,
  limit: number,
): Promise<number> => {
  const ofChain = await prisma.$executeRaw`
    delete from audit_disclosures
    where ctid = any (array(
      select ctid from audit_disclosures
      where organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid
      limit ${limit}
    ))
  `;
  const ofAddenda = await prisma.$executeRaw`
    delete from addenda_disclosures
    where ctid = any (array(
      select ctid from addenda_disclosures
      where organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid
      limit ${limit}
    ))
  `;
  return Math.max(ofChain, ofAddenda);
};

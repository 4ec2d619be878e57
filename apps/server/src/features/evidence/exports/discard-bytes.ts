import type { Context } from '../../../context.ts';
import type { EvidenceKey } from './process-photo.ts';

/**
 * Deletes the bytes that were stored for evidence which was refused: whoever sends what is never recorded fills no
 * disk. What a row names stays. Where the store or the database is away, the daily sweep deletes them.
 */
export const discardBytes = async (
  { database, objects, log }: Pick<Context, 'database' | 'objects' | 'log'>,
  { organisationId, evidenceId }: EvidenceKey,
): Promise<void> => {
  try {
    const where = { organisation_id: organisationId, id: evidenceId };
    if ((await database.prisma.evidence.count({ where })) > 0) return;
    for await (const { key } of objects.list(`${organisationId}/${evidenceId}/`)) await objects.delete(key);
  } catch (error) {
    log.warn({ evidence_id: evidenceId, err: error }, 'refused bytes not deleted');
  }
};

import type { Context } from '../../../context.ts';
import type { StoredContent } from '../../../platform/object-store/object-store.ts';
import type { EvidenceKey } from './process-photo.ts';

/** Bytes that a row names stay. If the store or the database is away, the daily sweep deletes the rest. */
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

/** The evidence is recorded: where the store is away, the daily sweep deletes its bytes with a location. */
export const discardUnnamed = async (
  { objects, log }: Pick<Context, 'objects' | 'log'>,
  evidence: { id: string; sha256: string | null },
  stored: Pick<StoredContent, 'key' | 'sha256'>[],
): Promise<void> => {
  for (const { key, sha256 } of stored) {
    if (sha256 === evidence.sha256) continue;
    try {
      await objects.delete(key);
    } catch (error) {
      log.warn({ evidence_id: evidence.id, err: error }, 'bytes without a name not deleted');
    }
  }
};

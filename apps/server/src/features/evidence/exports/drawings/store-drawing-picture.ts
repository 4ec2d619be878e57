import type { EvidenceDerivative } from '#prisma';
import type { Context } from '../../../../context.ts';
import type { EvidenceRow } from '../evidence-view.ts';
import { exportDrawingPicture } from './export-drawing.ts';
import { lockSessionRow } from '../../../sessions/exports/lock-session.ts';
import { findDrawingPicture } from './find-drawing-picture.ts';

/**
 * The picture of a drawing as its display derivative: the one that is kept, or else it is made and kept now. Of
 * two that make it at once the first stays, and both answer with it. Null where its session was redacted meanwhile: then
 * nothing of it is kept.
 *
 * @throws when it can't be made, such as when the bytes of its photo are lost
 */
export const storeDrawingPicture = async (
  context: Pick<Context, 'database' | 'objects' | 'transact'>,
  row: EvidenceRow,
): Promise<EvidenceDerivative | null> => {
  const kept = await findDrawingPicture(context, row);
  if (kept) return kept;
  const { organisation_id, id } = row;
  const { bytes, mime } = await exportDrawingPicture(context, row);
  const owner = { organisationId: organisation_id, ownerId: id };
  const { key, sha256, byte_size } = await context.objects.putContent(bytes, owner);
  // Not before it is needed: it is a large library.
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(bytes).metadata();
  const isKept = await context.transact(async (tx) => {
    const session = await lockSessionRow(tx, { organisationId: organisation_id, sessionId: row.session_id });
    if (session?.redacted_at) return false;
    await tx.db.evidenceDerivative.createMany({
      data: [
        { organisation_id, evidence_id: id, variant: 'display', mime, byte_size, sha256, width, height },
      ],
      skipDuplicates: true,
    });
    return true;
  });
  if (!isKept) {
    await context.objects.delete(key);
    return null;
  }
  return (await findDrawingPicture(context, row))!;
};

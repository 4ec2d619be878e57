import type { EvidenceDerivative } from '#prisma';
import type { Context } from '../../../../context.ts';
import type { EvidenceRow } from '../evidence-view.ts';
import { exportDrawing, type DrawingVariant } from './export-drawing.ts';
import { lockSessionRow } from '../../../sessions/exports/lock-session.ts';
import { findDrawingExport } from './find-drawing-export.ts';

/**
 * The export of a drawing as its derivative: the one that is kept, or else it is made and kept now. Of two that make it at
 * once the first stays, and both answer with it. Null where its session was redacted meanwhile: then
 * nothing of it is kept.
 *
 * @throws when it can't be made, such as when the bytes of its photo are lost
 */
export const storeDrawingExport = async (
  context: Pick<Context, 'database' | 'objects' | 'transact'>,
  row: EvidenceRow,
  variant: DrawingVariant,
): Promise<EvidenceDerivative | null> => {
  const kept = await findDrawingExport(context, row, variant);
  if (kept) return kept;
  const { organisation_id, id } = row;
  const { bytes, mime } = await exportDrawing(context, row, variant);
  const owner = { organisationId: organisation_id, ownerId: id };
  const { key, sha256, byte_size } = await context.objects.putContent(bytes, owner);
  // An SVG is as large as whoever shows it wants.
  const size = variant === 'svg' ? {} : await measure(bytes);
  const isKept = await context.transact(async (tx) => {
    const session = await lockSessionRow(tx, { organisationId: organisation_id, sessionId: row.session_id });
    if (session?.redacted_at) return false;
    await tx.db.evidenceDerivative.createMany({
      data: [{ organisation_id, evidence_id: id, variant, mime, byte_size, sha256, ...size }],
      skipDuplicates: true,
    });
    return true;
  });
  if (!isKept) {
    await context.objects.delete(key);
    return null;
  }
  return (await findDrawingExport(context, row, variant))!;
};

const measure = async (bytes: Uint8Array): Promise<{ width: number; height: number }> => {
  // Not before it is needed: it is a large library.
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(bytes).metadata();
  return { width, height };
};

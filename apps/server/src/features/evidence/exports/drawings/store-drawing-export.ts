import { Readable } from 'node:stream';
import type { EvidenceDerivative } from '#prisma';
import type { Context } from '../../../../context.ts';
import { MissingObjectError } from '../../../../platform/object-store/object-store.ts';
import type { EvidenceRow } from '../evidence-view.ts';
import { nameObject } from '../name-object.ts';
import { exportDrawing, type DrawingVariant } from './export-drawing.ts';
import { lockSessionRow } from '../../../sessions/exports/lock-session.ts';

/**
 * Gives a drawing's export as its derivative: the kept one, or else one that is made and kept now. If two calls make it
 * at once, the first stays, and both give it. Gives null if the session was redacted meanwhile: then nothing is kept.
 *
 * @throws when the export can't be made, such as when the bytes of its photo are lost
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
  // sharp is a large library: it is loaded at its first use.
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(bytes).metadata();
  return { width, height };
};

// Null also for drawings from before exports were kept.
const findDrawingExport = (
  { database }: Pick<Context, 'database'>,
  { organisation_id, id }: EvidenceRow,
  variant: DrawingVariant,
): Promise<EvidenceDerivative | null> =>
  database.prisma.evidenceDerivative.findUnique({
    where: { organisation_id_evidence_id_variant: { organisation_id, evidence_id: id, variant } },
  });

type OpenContext = Pick<Context, 'database' | 'objects'>;
type OpenExport = { mime: string; body: Readable; byteSize: number };

export const openDrawingExport = async (
  context: OpenContext,
  row: EvidenceRow,
  variant: DrawingVariant,
): Promise<OpenExport> => (await openKept(context, row, variant)) ?? makeExport(context, row, variant);

const openKept = async (
  context: OpenContext,
  row: EvidenceRow,
  variant: DrawingVariant,
): Promise<OpenExport | null> => {
  const kept = await findDrawingExport(context, row, variant);
  if (!kept) return null;
  try {
    const body = await context.objects.get(nameObject({ ...row, sha256: kept.sha256 }));
    return { mime: kept.mime, body, byteSize: Number(kept.byte_size) };
  } catch (error) {
    // The strokes are the evidence: a lost picture is drawn again.
    if (error instanceof MissingObjectError) return null;
    throw error;
  }
};

const makeExport = async (
  context: OpenContext,
  row: EvidenceRow,
  variant: DrawingVariant,
): Promise<OpenExport> => {
  const { bytes, mime } = await exportDrawing(context, row, variant);
  return { mime, body: Readable.from([Buffer.from(bytes)]), byteSize: bytes.length };
};

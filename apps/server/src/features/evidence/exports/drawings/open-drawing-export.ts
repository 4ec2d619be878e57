import { Readable } from 'node:stream';
import type { Context } from '../../../../context.ts';
import { MissingObjectError } from '../../../../platform/object-store/object-store.ts';
import type { EvidenceRow } from '../evidence-view.ts';
import { exportDrawing, type DrawingVariant } from './export-drawing.ts';
import { findDrawingExport } from './find-drawing-export.ts';
import { nameObject } from '../name-object.ts';

type OpenContext = Pick<Context, 'database' | 'objects'>;
export type OpenExport = { mime: string; body: Readable; byteSize: number };

/** The export of a drawing: the one that is kept, or else it is made for this reader. */
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
    // The strokes are the evidence: what is lost of their picture is drawn again.
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

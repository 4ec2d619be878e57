import { Readable } from 'node:stream';
import type { Context } from '../../../../context.ts';
import { MissingObjectError } from '../../../../platform/object-store/object-store.ts';
import type { EvidenceRow } from '../evidence-view.ts';
import { exportDrawingPicture } from './export-drawing.ts';
import { findDrawingPicture } from './find-drawing-picture.ts';
import { nameObject } from '../name-object.ts';

export type OpenPicture = { mime: string; body: Readable; byteSize: number };

/** The picture of a drawing: the one that is kept, or else it is made for this reader. */
export const openDrawingPicture = async (
  context: Pick<Context, 'database' | 'objects'>,
  row: EvidenceRow,
): Promise<OpenPicture> => (await openKept(context, row)) ?? makePicture(context, row);

const openKept = async (
  context: Pick<Context, 'database' | 'objects'>,
  row: EvidenceRow,
): Promise<OpenPicture | null> => {
  const kept = await findDrawingPicture(context, row);
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

const makePicture = async (
  context: Pick<Context, 'database' | 'objects'>,
  row: EvidenceRow,
): Promise<OpenPicture> => {
  const { bytes, mime } = await exportDrawingPicture(context, row);
  return { mime, body: Readable.from([Buffer.from(bytes)]), byteSize: bytes.length };
};

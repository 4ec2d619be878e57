import type { Drawing } from '@field-inspection/contract';
import { canonicalizeJson, type CanonicalValue } from '@field-inspection/evidence';
import type { Context } from '../../../../context.ts';
import type { EvidenceKey } from '../process-photo.ts';

/** A drawing as evidence: the bytes of its canonical form, which lie in the object store. */
export type StoredDrawing = { sha256: string; byte_size: number; width: number; height: number };

/** Stores a drawing before any row names it. The same strokes have the same bytes (RFC 8785), and one hash. */
export const storeDrawing = async (
  { objects }: Pick<Context, 'objects'>,
  { organisationId, evidenceId }: EvidenceKey,
  drawing: Drawing,
): Promise<StoredDrawing> => {
  // Cast, since Drawing has no index signature; the contract's schema lets only integers and texts in.
  const bytes = Buffer.from(canonicalizeJson(drawing as unknown as CanonicalValue));
  const { sha256, byte_size } = await objects.putContent(bytes, { organisationId, ownerId: evidenceId });
  return { sha256, byte_size, width: drawing.width, height: drawing.height };
};

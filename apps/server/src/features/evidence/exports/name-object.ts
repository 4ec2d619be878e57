import { nameContent } from '../../../platform/object-store/object-key.ts';

export const nameObject = ({
  organisation_id,
  id,
  sha256,
}: {
  organisation_id: string;
  id: string;
  sha256: string | null;
}): string => {
  if (sha256 === null) throw new Error(`the evidence ${id} has no bytes yet`);
  return nameContent({ organisationId: organisation_id, ownerId: id }, sha256);
};

/** A drawing is stored as the canonical form of its strokes. */
export const DRAWING_MIME = 'application/json';

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'video/webm': 'webm',
  'video/mp4': 'mp4',
  'application/pdf': 'pdf',
  [DRAWING_MIME]: 'json',
};

export const extensionOf = (mime: string): string => EXTENSIONS[mime] ?? 'bin';

/** A drawing is kept as the canonical form of its strokes. */
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

/** How files of a type end. */
export const extensionOf = (mime: string): string => EXTENSIONS[mime] ?? 'bin';

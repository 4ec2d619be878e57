import { DRAWING_MIME } from './store-drawing.ts';

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'video/webm': 'webm',
  'video/mp4': 'mp4',
  [DRAWING_MIME]: 'json',
};

/** How files of a type end. */
export const extensionOf = (mime: string): string => EXTENSIONS[mime] ?? 'bin';

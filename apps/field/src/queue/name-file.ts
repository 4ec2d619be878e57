const ENDINGS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/webp': 'webp' };

/** A name for a picture that every file system takes. */
export const nameFile = (name: string, type: string): string =>
  `${name.replace(/[^\p{L}\p{M}\p{N} _-]+/gu, '_').slice(0, 80)}.${ENDINGS[type] ?? 'jpg'}`;

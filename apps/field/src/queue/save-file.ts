const ENDINGS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/webp': 'webp' };
/** The browser reads it after the click. */
const READ_MS = 60_000;

/** Gives a file to the person, as a download. */
export const saveFile = (content: Blob, name: string): void => {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), {
    href: url,
    download: nameFile(name, content.type),
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_MS);
};

/** A name that every file system takes. */
export const nameFile = (name: string, type: string): string =>
  `${name.replace(/[^\p{L}\p{M}\p{N} _-]+/gu, '_').slice(0, 80)}.${ENDINGS[type] ?? 'jpg'}`;

export const saveFile = (name: string, file: Blob): void => {
  const url = URL.createObjectURL(file);
  const anchor = Object.assign(document.createElement('a'), { href: url, download: name });
  anchor.click();
  // Some browsers read the file only after the tap is over.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

const ENDINGS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/webp': 'webp' };

export const nameFile = (name: string, type: string): string =>
  `${name.replace(/[^\p{L}\p{M}\p{N} _-]+/gu, '_').slice(0, 80)}.${ENDINGS[type] ?? 'jpg'}`;

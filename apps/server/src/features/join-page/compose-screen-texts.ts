import { createHash } from 'node:crypto';
import type { LocaleCode } from '@field-inspection/contract';
import { listFieldTexts } from '../notifications/exports/list-field-texts.ts';

export type TextFile = { name: string; bytes: Buffer };

/** Each locale has its own files, the drawing screens' texts apart. The names hold a hash of the content. */
export const composeScreenTexts = (
  locale: LocaleCode,
): { inside: TextFile; screens: TextFile; drawing: TextFile } => {
  const { inside, screens, drawing } = listFieldTexts(locale);
  return {
    inside: composeFile(`${locale}-inside`, inside),
    screens: composeFile(locale, screens),
    drawing: composeFile(`${locale}-draw`, drawing),
  };
};

const composeFile = (kind: string, texts: object): TextFile => {
  const bytes = Buffer.from(JSON.stringify(texts));
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
  return { name: `assets/texts-${kind}-${hash}.json`, bytes };
};

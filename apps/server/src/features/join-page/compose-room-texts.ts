import { createHash } from 'node:crypto';
import type { LocaleCode } from '@field-inspection/contract';
import { listFieldTexts } from '../notifications/exports/list-field-texts.ts';

/** The texts of the rooms as a file beside the scripts: each locale its own, by a name that is its content's. */
export const composeRoomTexts = (locale: LocaleCode): { name: string; bytes: Buffer } => {
  const bytes = Buffer.from(JSON.stringify(listFieldTexts(locale).rooms));
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
  return { name: `texts-${locale}-${hash}.json`, bytes };
};

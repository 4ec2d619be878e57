import { entriesOf, isOfType, resolve } from '../pdf/pdf-value.ts';
import { isHex64 } from '../bytes.ts';
import type { Revision } from '../pdf/read-revisions.ts';
import { HEAD_KEYWORD } from '../report-head.ts';

/** From the revision's document information (ISO 32000-1, section 14.3.3); null for none, or two. */
export function readHead({ trailer, objects }: Revision): string | null {
  const keywords = resolve(entriesOf(trailer.get('Info'), objects)?.get('Keywords'), objects);
  if (!isOfType(keywords, 'string')) return null;
  const words = new TextDecoder('latin1').decode(keywords.bytes).split(/[,\s]+/);
  const [named, ...others] = words.filter((word) => word.startsWith(HEAD_KEYWORD));
  const head = named?.slice(HEAD_KEYWORD.length);
  return others.length === 0 && isHex64(head) ? head : null;
}

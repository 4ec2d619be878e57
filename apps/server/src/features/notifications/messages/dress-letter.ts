import type { LocaleCode } from '@field-inspection/contract';
import type { Brand } from '../../branding/exports/describe-brand.ts';
import { listLegalLinks, type LegalLink } from './list-legal-links.ts';
import { toPlainLines, toSingleLine } from './to-plain-lines.ts';

/** What a letter wears of its organisation. All texts are plain. */
export type LetterDress = {
  name: string;
  footer: string[];
  links: LegalLink[];
  /** Null: the service's own. */
  primary: string | null;
  background: string | null;
};

export const dressLetter = (locale: LocaleCode, brand: Brand): LetterDress => ({
  name: toSingleLine(brand.name),
  footer: brand.footer === '' ? [] : toPlainLines(brand.footer),
  links: listLegalLinks(locale, brand),
  primary: brand.primary,
  background: brand.background,
});

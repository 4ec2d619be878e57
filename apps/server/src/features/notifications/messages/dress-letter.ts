import type { LocaleCode } from '@field-inspection/contract';
import { lightenColour, type Brand } from '../../branding/exports/describe-brand.ts';
import { toPlainLines, toSingleLine } from './to-plain-lines.ts';
import { formatMessage } from './format-catalogue-message.ts';

/** The organisation's branding in a letter. All texts are plain. */
export type LetterDress = {
  name: string;
  footer: string[];
  links: LegalLink[];
  /** Null: the service's own. */
  primary: string | null;
  /** It has the same hue, and is legible on a dark card. */
  primaryDark: string | null;
  background: string | null;
  logo: { url: string; width: number; height: number } | null;
};

/** A brand, and the base URL of its logo. */
export type LetterBrand = Brand & { baseUrl: string };

export const dressLetter = (locale: LocaleCode, { baseUrl, ...brand }: LetterBrand): LetterDress => ({
  name: toSingleLine(brand.name),
  footer: brand.footer === '' ? [] : toPlainLines(brand.footer),
  links: listLegalLinks(locale, brand),
  primary: brand.primary,
  primaryDark: brand.primary === null ? null : lightenColour(brand.primary),
  background: brand.background,
  logo: brand.logo && { ...fitLogo(brand.logo), url: `${baseUrl}/${brand.logo.path}` },
});

const LOGO_BOX = { width: 280, height: 64 };

// Mail programs size a picture by its attributes, not by its style.
const fitLogo = ({ width, height }: { width: number; height: number }) => {
  const scale = Math.min(1, LOGO_BOX.width / width, LOGO_BOX.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

type LegalLink = { label: string; url: string };

/** Lists the links to an organisation's imprint and privacy notice that it has set, in the reader's language. */
export const listLegalLinks = (
  locale: LocaleCode,
  { imprintUrl, privacyUrl }: Pick<Brand, 'imprintUrl' | 'privacyUrl'>,
): LegalLink[] => [
  ...(imprintUrl ? [{ label: formatMessage(locale, 'email.imprint'), url: imprintUrl }] : []),
  ...(privacyUrl ? [{ label: formatMessage(locale, 'email.privacy'), url: privacyUrl }] : []),
];

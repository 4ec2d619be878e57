import type { LocaleCode } from '@field-inspection/contract';

/** An e-mail before it has a form: HTML and text are two renderings of the same blocks, so neither lacks any. */
export type Letter = {
  locale: LocaleCode;
  subject: string;
  greeting: string;
  blocks: LetterBlock[];
  footer: string;
};

export type LetterBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'fact'; label: string; value: string }
  | { kind: 'quote'; label: string; lines: string[] }
  | { kind: 'link'; label: string; url: string; fallback: string }
  | { kind: 'code'; code: string };

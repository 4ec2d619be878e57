import type { LocaleCode, MessageText } from '@field-inspection/contract';
import type { LetterDress } from './dress-letter.ts';

/** What an organisation wrote itself of a message; null: as the service says it. */
export type OwnText = Pick<MessageText, 'subject' | 'body' | 'sms'>;

/** In which time zone its times are said, by default in UTC, and which of its texts the organisation wrote itself. */
export type Wording = { locale: LocaleCode; timeZone?: string; own?: OwnText | null };

/** An e-mail before it has a form: HTML and text are two renderings of the same blocks, so neither lacks any. */
export type Letter = {
  locale: LocaleCode;
  subject: string;
  greeting: string;
  blocks: LetterBlock[];
  /** What an own text may name within a sentence. */
  variables: Record<string, string>;
  footer: string;
  /** How it looks; left out: as the service's own. */
  dress?: LetterDress;
};

/** `part`: by what name an own text puts the block where it likes; all others it replaces. */
export type LetterBlock = { part?: LetterPart } & LetterContent;

export type LetterPart = 'schedule' | 'notes' | 'link' | 'code' | 'participants' | 'session';

type LetterContent =
  | { kind: 'paragraph'; text: string }
  | { kind: 'fact'; label: string; value: string }
  | { kind: 'quote'; label: string; lines: string[] }
  | { kind: 'link'; label: string; url: string; fallback: string }
  | { kind: 'code'; code: string };

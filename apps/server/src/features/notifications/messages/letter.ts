import type { Contact, LocaleCode, MessageText } from '@field-inspection/contract';
import type { LetterDress } from './dress-letter.ts';

/** An organisation's own text of a message; a null part is the service's. */
export type OwnText = Pick<MessageText, 'subject' | 'body' | 'sms'>;

/**
 * The locale, the time zone of the times, by default UTC, the organisation's own text if it has one, and whom the person
 * turns to if there is somebody.
 */
export type Wording = {
  locale: LocaleCode;
  timeZone?: string;
  own?: OwnText | null;
  contact?: Contact | null;
};

/** An e-mail before its rendering: HTML and text are made of the same blocks, so neither lacks any. */
export type Letter = {
  locale: LocaleCode;
  subject: string;
  greeting: string;
  /** The organisation's name for the head, where the service's own words don't say it. */
  sender?: string;
  blocks: LetterBlock[];
  /** The variables that an own text may name within a sentence. */
  variables: Record<string, string>;
  footer: string;
  /** The letter's branding; left out: the service's own. */
  dress?: LetterDress;
};

/** `part`: the name by which an own text places the block; an own text replaces all other blocks. */
export type LetterBlock = { part?: LetterPart } & LetterContent;

export type LetterPart = 'schedule' | 'notes' | 'link' | 'code' | 'participants' | 'session';

type LetterContent =
  | { kind: 'paragraph'; text: string }
  | { kind: 'fact'; label: string; value: string }
  | { kind: 'quote'; label: string; lines: string[] }
  | { kind: 'link'; label: string; url: string; fallback: string }
  | { kind: 'code'; code: string }
  /** `call` is what its button says. */
  | ({ kind: 'contact'; label: string; call: string } & Contact);

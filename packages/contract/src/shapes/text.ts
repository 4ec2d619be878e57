import { z } from 'zod';
import { spellAddress } from './spell-address.ts';
import { sayFormat } from './wording.ts';

/**
 * A string whose length is judged first, and ends the judgement where it is too long. `z.string().max()` alone goes on: a
 * text of a megabyte is read by every expression that follows.
 *
 * @param maxLength the longest value taken, in Unicode code points, as JSON Schema and PostgreSQL count
 * @example
 * upTo(1).regex(/^a$/).safeParse('bb').error?.issues.length; // 1
 */
export const upTo = (maxLength: number) => z.string().max(maxLength, { abort: true });

/**
 * A string that PostgreSQL can hold: no U+0000, no lone surrogate.
 *
 * @param maxLength in Unicode code points
 * @example
 * text(1).safeParse('\u{1f3e0}').success; // true: one house, though two UTF-16 units
 * text(3).safeParse('a\u0000').success; // false
 */
export const text = (maxLength: number) =>
  upTo(maxLength).refine(isStorable, 'must not contain U+0000 or a lone surrogate');

/**
 * An address of e-mail: any local part of RFC 5321, at a domain whose labels are of letters, digits and hyphens within.
 * An internationalised domain is kept in its ASCII form (`spellAddress`).
 *
 * @example
 * Email.parse('ada@example.com'); // 'ada@example.com'
 * Email.parse('info/roof@bücher.example'); // 'info/roof@xn--bcher-kva.example'
 * Email.safeParse('ada@example-.com').success; // false
 */
export const Email = upTo(254)
  .check(z.email({ pattern: readAddressPattern() }))
  .refine((address) => spellAddress(address) !== undefined, sayFormat('email', ''))
  .overwrite(overwriteAddress);

/** Marks the overwrite of an address for the SDK's generator. */
export function overwriteAddress(address: string): string {
  return spellAddress(address) ?? address;
}

/** RFC 5321, section 4.1.2: words with dots between, or a text in quotes. */
function readAddressPattern(): RegExp {
  const word = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
  const local = `${word}(?:[.]${word})*|"(?:[ !#-\\[\\]-~]|\\\\[ -~])*"`;
  // Letters of all scripts in use, without characters that have no width or turn the order of others.
  const beyond =
    '\\u00b7\\u00c0-\\u061b\\u0620-\\u115e\\u1161-\\u17b3\\u17b6-\\u180a\\u180f-\\u1fff\\u2c00-\\u2dff\\u3005-\\u3007\\u3041-\\u3163\\u3165-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufdff\\ufe70-\\ufefc\\uff21-\\uff3a\\uff41-\\uff5a';
  // Chinese and Japanese keyboards have these full stops (RFC 3490, section 3.1).
  const stop = '[.\\u3002\\uff0e\\uff61]';
  const label = (first: string, rest: string) =>
    `[${first}${beyond}](?:[A-Za-z0-9${beyond}-]{0,61}[A-Za-z0-9${beyond}])${rest}`;
  return new RegExp(`^(?:${local})@(?:${label('A-Za-z0-9', '?')}${stop})+${label('A-Za-z', '')}$`);
}

const isStorable = (value: string) => !value.includes('\u0000') && value.isWellFormed();

/**
 * A person's name, which others read beside what they sign: not blank, and without control characters and marks that
 * turn the order of what follows.
 *
 * @param maxLength in Unicode code points
 * @example
 * personName(200).safeParse('Ada Rossi').success; // true
 * personName(200).safeParse('Ada\u202eissoR').success; // false
 */
export const personName = (maxLength: number) =>
  text(maxLength).regex(PERSON_NAME, 'must be a name: not blank, and without control characters');

/**
 * Text of which something is seen: not blank, and not only of what takes no room.
 *
 * @param maxLength in Unicode code points
 * @example
 * visibleText(200).safeParse(' \u200b').success; // false
 */
export const visibleText = (maxLength: number) => text(maxLength).regex(VISIBLE, 'must not be blank');

/**
 * Text on one line, such as a name that is shown or sent: without control characters and marks that turn the order of
 * what follows. It may be empty.
 *
 * @param maxLength in Unicode code points
 * @param more further characters that it may not have
 * @example
 * singleLine(200).safeParse('Example\r\nBcc: x').success; // false
 */
export const singleLine = (maxLength: number, more = '') =>
  text(maxLength).regex(
    new RegExp(`^[^${HIDDEN}${more}]*$`),
    `must be one line, without control characters${more === '' ? '' : ` and ${[...more].join(' ')}`}`,
  );

/**
 * A name beside an address in the head of an e-mail: on one line, and without what would let it pass for an address, of
 * any width, or would hide in it. The joiners of Persian and Indic names stay. It may be empty.
 *
 * @param maxLength in Unicode code points
 * @example
 * mailName(100).safeParse('ceo\uff20bank.com').success; // false
 */
export const mailName = (maxLength: number) =>
  text(maxLength).regex(
    new RegExp(`^[^${HIDDEN}${UNSEEN_IN_NAMES}${OF_ADDRESSES}]*$`),
    'must be one line, without control characters, marks that are not seen, and < > " @ of any width',
  );

/** Strips the spaces around a name; those within stay. */
export const trimText = (value: string): string => value.trim();

// Control characters (C0, C1), ends of lines and paragraphs, and overrides and isolates of bidirectional text.
const HIDDEN = '\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069';
/** Characters without width: alone they are as good as blank. */
const UNSEEN = '\\u00ad\\u200b-\\u200f\\u2060-\\u2064\\ufeff';
/**
 * Unseen characters that no name needs. U+200C and U+200D are allowed; the Arabic letter mark, which turns the order,
 * is not.
 */
const UNSEEN_IN_NAMES = '\\u00ad\\u061c\\u200b\\u200e\\u200f\\u2060-\\u2064\\ufeff';
/** < > " @ and all characters that compatibility (NFKC) turns into them. */
const OF_ADDRESSES = '<>"@\\uff1c\\ufe64\\uff1e\\ufe65\\uff02\\uff20\\ufe6b';
const VISIBLE = new RegExp(`[^\\s${UNSEEN}]`);
/** Blank or widthless characters that may stand before the first visible one. */
const BLANK = ' \\u00a0\\u00ad\\u1680\\u2000-\\u200f\\u202f\\u205f-\\u2064\\u3000\\ufeff';
const PERSON_NAME = new RegExp(`^[${BLANK}]*[^\\s${UNSEEN}${HIDDEN}][^${HIDDEN}]*$`);

import type { LocaleCode } from '@field-inspection/contract';
import type { CompiledMessage } from '@field-inspection/messages';
import { compileMessage } from '@field-inspection/messages/compile-message';
import { languageTag } from '../../../platform/words/language-tag.ts';
import { catalogues, formatMessage, type MessageKey } from '../messages/format-catalogue-message.ts';

export type FieldTextKey = Extract<MessageKey, `field.${string}`>;

type Texts = Record<string, CompiledMessage>;

/** The texts of the field application for a browser, which has no ICU library: each compiled, by its key. */
type FieldTexts = {
  /** The language tag for filling in values. */
  tag: string;
  /** The texts of the first load: the screens until the person has joined, and of the end. */
  frame: Texts;
  /** The texts that come while the person joins: what they allow, home, and being done. */
  inside: Texts;
  /** The texts of the screens that are loaded at their first use. */
  screens: Texts;
  /** The texts of the screens for drawing. */
  drawing: Texts;
};

const FRAME = /^field\.(welcome|code|ended|refused|home\.(connecting|leave)$)/;
const INSIDE = /^field\.((consent|home|done)\.|queue\.offline$)/;
/** The end's texts that are shown once its own file has come, which brings the texts of the screens. */
const OF_THE_END = /^field\.ended\.(body|receipt|stored)$/;
/** The texts that the server writes into the page, and no script shows. */
const OF_THE_PAGE: readonly MessageKey[] = ['field.welcome.title', 'field.refused.javascript_required'];
const DRAWING = /^field\.draw\./;

const compiled = new Map<LocaleCode, FieldTexts>();

/** Lists all texts of the field application in a locale. They are plain text. */
export const listFieldTexts = (locale: LocaleCode): FieldTexts => {
  const known = compiled.get(locale) ?? compileTexts(locale);
  compiled.set(locale, known);
  return known;
};

const compileTexts = (locale: LocaleCode): FieldTexts => {
  const tag = languageTag(locale);
  const keys = (Object.keys(catalogues[locale]) as MessageKey[]).filter(
    (key) => key.startsWith('field.') && !OF_THE_PAGE.includes(key),
  );
  const compile = (wanted: readonly MessageKey[]): Texts =>
    Object.fromEntries(wanted.map((key) => [key, compileMessage(catalogues[locale][key], tag)]));
  return {
    tag,
    frame: compile(keys.filter((key) => fileOf(key) === 'frame')),
    inside: compile(keys.filter((key) => fileOf(key) === 'inside')),
    screens: compile(keys.filter((key) => fileOf(key) === 'screens')),
    drawing: compile(keys.filter((key) => fileOf(key) === 'drawing')),
  };
};

const fileOf = (key: MessageKey): Exclude<keyof FieldTexts, 'tag'> => {
  if (DRAWING.test(key)) return 'drawing';
  if (FRAME.test(key) && !OF_THE_END.test(key)) return 'frame';
  return INSIDE.test(key) ? 'inside' : 'screens';
};

/** The invitation's words for what the page says before anybody has joined. */
export type AboutTextKey = Extract<
  MessageKey,
  | 'email.scheduled_label'
  | 'email.site_label'
  | 'email.reference_label'
  | `invite.email.${'ready' | 'duration'}${string}`
>;

/** Formats a text of the field application for the page that the server writes. */
export const formatFieldText = (
  locale: LocaleCode,
  key: FieldTextKey | AboutTextKey | 'contact.label' | 'contact.call',
  values: Record<string, string> = {},
): string => formatMessage(locale, key, values);

export const formatSigningStatement = (locale: LocaleCode, name: string): string =>
  formatMessage(locale, 'signature.statement', { name });

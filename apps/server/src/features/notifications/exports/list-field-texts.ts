import type { LocaleCode } from '@field-inspection/contract';
import type { CompiledMessage } from '@field-inspection/messages';
import { compileMessage } from '@field-inspection/messages/compile-message';
import { languageTag } from '../../../platform/words/language-tag.ts';
import { formatMessage } from '../messages/format-catalogue-message.ts';
import { catalogues, type MessageKey } from '../messages/message-catalogues.ts';

/** A text of the field application. */
export type FieldTextKey = Extract<MessageKey, `field.${string}`>;

/** The texts of the field application for a browser, which has no ICU library: each compiled, by its key. */
export type FieldTexts = {
  /** The language tag, by which they are filled in. */
  tag: string;
  texts: Record<string, CompiledMessage>;
};

const compiled = new Map<LocaleCode, FieldTexts>();

/** All of them in one locale. They are plain text. */
export const listFieldTexts = (locale: LocaleCode): FieldTexts => {
  const known = compiled.get(locale) ?? compileTexts(locale);
  compiled.set(locale, known);
  return known;
};

const compileTexts = (locale: LocaleCode): FieldTexts => {
  const tag = languageTag(locale);
  const texts = Object.entries(catalogues[locale])
    .filter(([key]) => key.startsWith('field.'))
    .map(([key, text]) => [key, compileMessage(text, tag)] as const);
  return { tag, texts: Object.fromEntries(texts) };
};

/** One of them, for the page as it comes from the server. */
export const formatFieldText = (
  locale: LocaleCode,
  key: FieldTextKey,
  values: Record<string, string> = {},
): string => formatMessage(locale, key, values);

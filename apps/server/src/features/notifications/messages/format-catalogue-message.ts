import type { LocaleCode } from '@field-inspection/contract';
import { IntlMessageFormat } from 'intl-messageformat';
import { catalogues, languageTag, type MessageKey } from './message-catalogues.ts';
import { toSingleLine } from './to-plain-lines.ts';

/**
 * One text of the catalogue, in one line. The result is plain text: HTML escapes it.
 *
 * @throws when a value is missing
 */
export const formatMessage = (
  locale: LocaleCode,
  key: MessageKey,
  values: Record<string, string | number> = {},
): string => compileMessage(locale, key).format(mapStrings(values)) as string;

const compiled = new Map<string, IntlMessageFormat>();

const compileMessage = (locale: LocaleCode, key: MessageKey): IntlMessageFormat => {
  const id = `${locale} ${key}`;
  const known = compiled.get(id);
  if (known) return known;
  const options = { ignoreTag: true };
  const message = new IntlMessageFormat(catalogues[locale][key], languageTag(locale), undefined, options);
  compiled.set(id, message);
  return message;
};

const mapStrings = (values: Record<string, string | number>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? toSingleLine(value) : value,
    ]),
  );

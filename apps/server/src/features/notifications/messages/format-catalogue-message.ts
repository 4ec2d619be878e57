import type { LocaleCode } from '@field-inspection/contract';
import { createMessageCompiler } from '../../../platform/words/create-message-compiler.ts';
import { readCatalogues } from '../../../platform/words/read-catalogues.ts';
import type en from './catalogues/en.json';
import { toSingleLine } from './to-plain-lines.ts';
import { locateFile } from '../../../paths.ts';

/** The name of a text; all locales have the same names as English. */
export type MessageKey = keyof typeof en;

/** The texts that people outside the organisation's own software read, as ICU messages. */
export const catalogues = readCatalogues<MessageKey>(
  locateFile('features/notifications/messages/catalogues/'),
);

/**
 * Formats a text of the catalogue in one line. The result is plain text: HTML escapes it.
 *
 * @throws when a value is missing
 */
export const formatMessage = (
  locale: LocaleCode,
  key: MessageKey,
  values: Record<string, string | number> = {},
): string => compileMessage(locale, key).format(mapStrings(values)) as string;

const compileMessage = createMessageCompiler(catalogues);

const mapStrings = (values: Record<string, string | number>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? toSingleLine(value) : value,
    ]),
  );

import type { LocaleCode } from '@field-inspection/contract';
import { createMessageCompiler } from '../../../platform/words/create-message-compiler.ts';
import { catalogues, type MessageKey } from './message-catalogues.ts';
import { toSingleLine } from './to-plain-lines.ts';

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

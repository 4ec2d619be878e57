import { formatMessage, type CompiledMessage, type MessageValues } from '@field-inspection/messages';
import { readPage } from './read-page.ts';

/**
 * A text of the catalogues in the page's language, by its key; plain text. A text that the page has not is shown as its
 * key, since a page that stops helps nobody.
 *
 * @example say('field.home.progress', { done: 1, all: 3 })
 */
export const say = (key: string, values: MessageValues = {}): string => {
  const { tag, texts } = readPage();
  const text: CompiledMessage | undefined = texts[key];
  return text === undefined ? key : formatMessage(text, values, tag);
};

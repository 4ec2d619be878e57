import { type CompiledMessage, formatMessage, type MessageValues } from '@field-inspection/messages';
import { readPage } from './read-page.ts';

/**
 * Gives plain text in the page's language. A missing text is shown as its key, since a page that stops helps nobody.
 *
 * @example say('field.home.progress', { done: 1, all: 3 })
 */
export const say = (key: string, values: MessageValues = {}): string => {
  const { tag, texts } = readPage();
  const text: CompiledMessage | undefined = texts[key];
  return text === undefined ? key : formatMessage(text, values, tag);
};

/** Gives a text's first sentence, which says what is so, and the others, which say what to do. */
export const sayApart = (key: string): [what: string, how: string] => {
  const text = say(key);
  const end = `${text} `.indexOf('. ');
  return [text.slice(0, end), text.slice(end + 2)];
};

/** Uses the person's region and their zone, whose offset is named. */
export const formatTime = (iso: string): string => {
  const { tag } = readPage();
  const [language] = tag.split('-');
  const regional = navigator.languages.find((each) => each.split('-')[0] === language);
  return new Intl.DateTimeFormat(regional ?? tag, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'shortOffset',
  }).format(new Date(iso));
};

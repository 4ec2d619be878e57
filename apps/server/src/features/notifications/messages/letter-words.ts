import { formatMessage } from './format-catalogue-message.ts';
import { formatZonedTime } from './format-zoned-time.ts';
import type { LetterBlock, Wording } from './letter.ts';
import type { MessageKey } from './message-catalogues.ts';
import { toSingleLine } from './to-plain-lines.ts';

type Values = Record<string, string | number>;
export type Words = ReturnType<typeof wordsOf>;

/** What a letter is written with: the catalogue's words in its language, times in its zone, and the blocks they make. */
export const wordsOf = ({ locale, timeZone = 'UTC' }: Wording) => {
  const say = (key: MessageKey, values?: Values): string => formatMessage(locale, key, values);
  return {
    locale,
    say,
    sayTime: (time: Date): string => formatZonedTime(locale, time, timeZone),
    paragraph: (key: MessageKey, values?: Values): LetterBlock => ({
      kind: 'paragraph',
      text: say(key, values),
    }),
    fact: (key: MessageKey, value: string): LetterBlock => ({
      kind: 'fact',
      label: say(key),
      value: toSingleLine(value),
    }),
  };
};

import type { LocaleCode } from '@field-inspection/contract';
import { formatMessage } from '../messages/format-catalogue-message.ts';
import { catalogues, type MessageKey } from '../messages/message-catalogues.ts';

type NameOf<Key> = Key extends `join.page.${infer Name}` ? Name : never;
type Name = NameOf<MessageKey>;

/** The page's texts by their name in the catalogue without `join.page.`; an API code's text is `error.{code}`. */
export type JoinPageTexts = Record<Exclude<Name, 'intro_unnamed' | 'error.otp_invalid'>, string> & {
  /** By `attempts_remaining`, 0 to 5. */
  'error.otp_invalid': string[];
};

const PREFIX = 'join.page.';
const OTP_ATTEMPTS_MAX = 5;

/**
 * The texts of the join page as JSON. The page carries no ICU library, so plurals are written out here: one
 * text for each number of attempts. What only the API's answer knows stays a placeholder of the three
 * `code_hint_*` texts, which the page fills with
 * `text.replace('{email}', () => hint)` (and `{phone}`; a function, since `$` means something in a string).
 * Everything is plain text and goes into `textContent`.
 *
 * @param organisationName null where the page must not tell it
 */
export const listJoinPageTexts = (locale: LocaleCode, organisationName: string | null): JoinPageTexts => {
  const plain = listNames().map((name) => [name, formatMessage(locale, `${PREFIX}${name}`, PLACEHOLDERS)]);
  return {
    ...(Object.fromEntries(plain) as JoinPageTexts),
    intro: formatIntro(locale, organisationName),
    'error.otp_invalid': Array.from({ length: OTP_ATTEMPTS_MAX + 1 }, (_, attempts) =>
      formatMessage(locale, `${PREFIX}error.otp_invalid`, { attempts }),
    ),
  };
};

const PLACEHOLDERS = { email: '{email}', phone: '{phone}' };
const FORMATTED_APART: Name[] = ['intro', 'intro_unnamed', 'error.otp_invalid'];

const listNames = (): Name[] =>
  Object.keys(catalogues.en)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length) as Name)
    .filter((name) => !FORMATTED_APART.includes(name));

const formatIntro = (locale: LocaleCode, organisationName: string | null): string =>
  organisationName === null
    ? formatMessage(locale, 'join.page.intro_unnamed')
    : formatMessage(locale, 'join.page.intro', { organisation: organisationName });

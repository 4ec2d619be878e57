import type { Contact } from '@field-inspection/contract';
import { languageTag } from '../../../platform/words/language-tag.ts';
import type { MessageKey } from './format-catalogue-message.ts';
import type { LetterBlock, LetterPart } from './letter.ts';
import type { Words } from './letter-words.ts';
import type { About, Code, JoinLink } from './message-values.ts';
import { toPlainLines, toSingleLine } from './to-plain-lines.ts';

export const named = (part: LetterPart, blocks: LetterBlock[]): LetterBlock[] =>
  blocks.map((block) => ({ ...block, part }));

export const schedule = ({ fact, sayTime }: Words, time: Date | null): LetterBlock[] =>
  time ? named('schedule', [fact('email.scheduled_label', sayTime(time))]) : [];

export const about = ({ fact }: Words, { siteAddress = '', reference = '' }: About): LetterBlock[] => [
  ...(toSingleLine(siteAddress) === '' ? [] : [fact('email.site_label', siteAddress)]),
  ...(toSingleLine(reference) === '' ? [] : [fact('email.reference_label', reference)]),
];

/** A calendar keeps an hour free for an appointment; whoever is alone begins when they like. */
export const preparation = (
  { fact, say }: Words,
  { scheduledFor, shotCount = 0 }: { scheduledFor: Date | null; shotCount?: number },
): LetterBlock[] => [
  fact('invite.email.ready_label', say('invite.email.ready')),
  fact(
    'invite.email.duration_label',
    say(scheduledFor ? 'invite.email.duration_planned' : 'invite.email.duration_open'),
  ),
  ...(shotCount > 0 ? [fact('field.home.shots', String(shotCount))] : []),
];

export const notes = ({ say }: Words, text: string): LetterBlock[] =>
  named('notes', quote(say('email.notes_label'), toPlainLines(text)));

export const quote = (label: string, lines: string[]): LetterBlock[] =>
  lines.join('') === '' ? [] : [{ kind: 'quote', label, lines }];

export const participants = ({ locale, fact }: Words, names: string[]): LetterBlock[] => {
  const known = names.map(toSingleLine).filter((name) => name !== '');
  if (known.length === 0) return [];
  const list = new Intl.ListFormat(languageTag(locale), { type: 'conjunction' });
  return named('participants', [fact('reminder.operator.participants_label', list.format(known))]);
};

export const code = ({ paragraph }: Words, values: Code): LetterBlock[] =>
  named('code', [
    { kind: 'code', code: values.code },
    paragraph('otp.email.validity', { minutes: Math.ceil(values.codeLifetimeMs / 60_000) }),
    paragraph('otp.email.never_share'),
  ]);

export const joinLink = (
  words: Words,
  { joinUrl, expiresAt, otpRequired }: JoinLink,
  codeNote: MessageKey,
): LetterBlock[] =>
  link(words, {
    label: 'email.join_button',
    url: joinUrl,
    expiresAt,
    ...(otpRequired ? { note: codeNote } : {}),
  });

export const link = (
  { say, sayTime, paragraph }: Words,
  { label, url, expiresAt, note }: { label: MessageKey; url: string; expiresAt: Date; note?: MessageKey },
): LetterBlock[] =>
  named('link', [
    { kind: 'link', label: say(label), url, fallback: say('email.link_fallback') },
    paragraph('email.link_expiry', { time: sayTime(expiresAt) }),
    ...(note ? [paragraph(note)] : []),
  ]);

/** The way of an operator who can sign in. */
export const openInConsole = (
  { say }: Words,
  { consoleUrl }: { consoleUrl: string | null },
): LetterBlock[] =>
  consoleUrl === null
    ? []
    : named('link', [
        {
          kind: 'link',
          label: say('report_ready.button'),
          url: consoleUrl,
          fallback: say('email.link_fallback'),
        },
      ]);

/** Somebody to turn to stands in every letter that has one, below an organisation's own words, too. */
export const contact = ({ say }: Pick<Words, 'say'>, turnTo: Contact | null | undefined): LetterBlock[] =>
  turnTo
    ? [
        {
          kind: 'contact',
          label: say('contact.label'),
          call: say('contact.call', { phone: turnTo.phone }),
          ...turnTo,
          name: toSingleLine(turnTo.name),
        },
      ]
    : [];

import type { Letter } from './letter.ts';
import { inviteeFrame, operatorFrame, type Words } from './letter-words.ts';
import { named, participants, reference } from './letter-blocks.ts';
import type { ReadyReport } from './message-values.ts';
import { toSingleLine } from './to-plain-lines.ts';

/** Composes the letter that tells a session's operator that the report is ready. */
export const composeReadyReport = (words: Words, values: ReadyReport): Letter => ({
  ...operatorFrame(words, values),
  greeting: inviteeFrame(words, values).greeting,
  subject: words.say('report_ready.subject', { reference: nameInspection(values) }),
  blocks: [
    words.paragraph('report_ready.intro'),
    ...reference(words, values),
    ...participants(words, values.participantNames),
    ...(values.endedAt ? [words.fact('signature.email.date_label', words.sayTime(values.endedAt))] : []),
    words.fact('reminder.operator.session_label', values.sessionId),
    ...openInConsole(words, values),
  ],
});

// A subject without what the organisation calls the inspection has the organisation's name, as others have.
const nameInspection = ({ reference: given = '', organisationName }: ReadyReport): string =>
  toSingleLine(given) || organisationName;

const openInConsole = ({ say }: Words, { consoleUrl }: ReadyReport) =>
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

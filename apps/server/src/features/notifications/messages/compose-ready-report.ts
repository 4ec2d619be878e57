import type { Letter } from './letter.ts';
import { inviteeFrame, operatorFrame, type Words } from './letter-words.ts';
import { about, link, openInConsole, participants } from './letter-blocks.ts';
import type { EmailValues, ReadyReport } from './message-values.ts';
import { toSingleLine } from './to-plain-lines.ts';

/** Composes the letter that tells a session's operator that the report is ready. */
export const composeReadyReport = (words: Words, values: ReadyReport): Letter => ({
  ...operatorFrame(words, values),
  greeting: inviteeFrame(words, values).greeting,
  subject: words.say('report_ready.subject', { reference: nameInspection(values) }),
  blocks: [
    words.paragraph('report_ready.intro'),
    ...about(words, values),
    ...participants(words, values.participantNames),
    ...(values.endedAt ? [words.fact('signature.email.date_label', words.sayTime(values.endedAt))] : []),
    words.fact('report_ready.outcome_label', words.say(`report_ready.outcome_${values.outcome ?? 'none'}`)),
    words.fact('reminder.operator.session_label', values.sessionId),
    ...openInConsole(words, values),
  ],
});

/** Composes the letter that brings a recipient the link to a report. */
export const composeReportLink = (words: Words, values: EmailValues['report_link']): Letter => ({
  ...inviteeFrame(words, values),
  subject: words.say('report_link.subject', { organisation: values.organisationName }),
  blocks: [
    words.paragraph('report_link.intro', { organisation: values.organisationName }),
    ...about(words, values),
    ...(values.endedAt ? [words.fact('signature.email.date_label', words.sayTime(values.endedAt))] : []),
    ...link(words, {
      label: 'report_link.button',
      url: values.reportUrl,
      expiresAt: values.expiresAt,
      note: 'signature.email.code_separate',
    }),
  ],
});

// A subject without what the organisation calls the inspection has the organisation's name, as others have.
const nameInspection = ({ reference: given = '', organisationName }: ReadyReport): string =>
  toSingleLine(given) || organisationName;

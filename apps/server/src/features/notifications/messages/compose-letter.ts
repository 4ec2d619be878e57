import { composeReadyReport, composeReportLink } from './compose-ready-report.ts';
import { composeNotice } from './compose-notice.ts';
import { formatLead, inviteeFrame, operatorFrame, wordsOf, type Words } from './letter-words.ts';
import { fillLetter } from './fill-letter.ts';
import type { Letter, LetterBlock, Wording } from './letter.ts';
import {
  about,
  code,
  contact,
  joinLink,
  link,
  named,
  notes,
  openInConsole,
  participants,
  preparation,
  quote,
  schedule,
} from './letter-blocks.ts';
import type { MessageKey } from './format-catalogue-message.ts';
import type {
  Asks,
  Code,
  EmailKind,
  EmailValues,
  InviteeReminder,
  OperatorReminder,
  PausedEndpoint,
  Recipient,
} from './message-values.ts';
import { toPlainLines, toSingleLine } from './to-plain-lines.ts';

export type EmailRequest = {
  [K in EmailKind]: Wording & { kind: K; values: EmailValues[K] };
}[EmailKind];

export const composeLetter = (request: EmailRequest): Letter => {
  const letter = composeStandard(request);
  // The service's text lists the shots that are asked for: an own text of the invite has no place for them.
  const asks = request.kind === 'invite_email' && request.values.asks;
  const worded = request.own && !asks ? fillLetter(letter, request.own) : letter;
  const turnTo = WITH_CONTACT.has(request.kind) ? contact(wordsOf(request), request.contact) : [];
  const sender = WITH_SENDER.has(request.kind)
    ? { sender: toSingleLine(request.values.organisationName) }
    : {};
  return { ...worded, ...sender, blocks: [...worded.blocks, ...turnTo] };
};

/** The kinds that go to field persons, signers and recipients of a report: members know whom to turn to. */
const WITH_CONTACT: ReadonlySet<EmailKind> = new Set([
  'invite_email',
  'otp_email',
  'reminder_invitee_24h',
  'reminder_invitee_1h',
  'invite_cancelled',
  'signature_request_email',
  'signature_otp_email',
  'report_link',
  'report_otp',
]);

/** The kinds whose own words don't name the organisation. */
const WITH_SENDER: ReadonlySet<EmailKind> = new Set([
  'otp_email',
  'signature_otp_email',
  'report_otp',
  'sign_in_code',
  'reminder_invitee_24h',
  'reminder_invitee_1h',
  'invite_cancelled',
]);

const composeStandard = (request: EmailRequest): Letter => {
  const words = wordsOf(request);
  switch (request.kind) {
    case 'invite_email':
      return request.values.asks
        ? composeAsks(words, request.values, request.values.asks)
        : composeInvite(words, request.values);
    case 'otp_email':
      return composeCode(words, request.values, 'otp.email');
    case 'reminder_invitee_24h':
      return composeInviteeReminder(words, request.values, 24 * HOUR_MS);
    case 'reminder_invitee_1h':
      return composeInviteeReminder(words, request.values, HOUR_MS);
    case 'reminder_operator_24h':
      return composeOperatorReminder(words, request.values, 24 * HOUR_MS);
    case 'reminder_operator_1h':
      return composeOperatorReminder(words, request.values, HOUR_MS);
    case 'invite_cancelled':
      return composeCancellation(words, request.values);
    case 'signature_request_email':
      return composeSignatureRequest(words, request.values);
    case 'signature_otp_email':
      return composeCode(words, request.values, 'signature.code.email');
    case 'report_ready':
      return composeReadyReport(words, request.values);
    case 'report_link':
      return composeReportLink(words, request.values);
    case 'report_otp':
      return composeCode(words, request.values, 'report_otp');
    case 'member_invitation':
      return composeInvitation(words, request.values);
    case 'directory_last_admin':
      return composeLastAdmin(words, request.values);
    case 'sign_in_code':
      return composeCode(words, request.values, 'sign_in.code');
    case 'new_sign_in':
    case 'new_passkey':
    case 'passkey_removed':
    case 'certificate_ending':
    case 'domain_missing':
    case 'domain_lost':
      return composeNotice(words, request.kind, request.values);
    case 'endpoint_disabled':
      return composeEndpointPaused(words, request.values, {
        intro: words.paragraph('endpoint_disabled.intro', { days: request.values.failingDays }),
        advice: 'endpoint_disabled.advice',
      });
    case 'endpoint_gone':
      return composeEndpointPaused(words, request.values, {
        intro: words.paragraph('endpoint_gone.intro'),
        advice: 'endpoint_disabled.advice',
      });
    case 'endpoint_unread':
      return composeEndpointPaused(words, request.values, {
        intro: words.paragraph('endpoint_unread.intro'),
        advice: 'endpoint_unread.advice',
      });
  }
};

const composeInvite = (words: Words, values: EmailValues['invite_email']): Letter => ({
  ...inviteeFrame(words, values),
  subject: words.say('invite.email.subject', { organisation: values.organisationName }),
  blocks: [
    words.paragraph('invite.email.intro', { organisation: values.organisationName }),
    ...schedule(words, values.scheduledFor),
    ...about(words, values),
    ...notes(words, values.notes),
    ...joinLink(words, values, codeNote(values)),
    ...preparation(words, values),
  ],
});

const codeNote = ({ otpSent = true }: EmailValues['invite_email']) =>
  otpSent ? 'invite.email.code_separate' : 'field.code.unsent';

/** An invite that says what is missing. */
const composeAsks = (
  words: Words,
  values: EmailValues['invite_email'],
  { labels, message }: Asks,
): Letter => ({
  ...inviteeFrame(words, values),
  subject: words.say('more.email.subject', { organisation: values.organisationName }),
  blocks: [
    words.paragraph('more.email.intro', { organisation: values.organisationName }),
    ...about(words, values),
    ...quote(words.say('more.email.shots_label'), labels.map(toSingleLine)),
    ...quote(
      words.say('more.email.message_label', { organisation: values.organisationName }),
      toPlainLines(message),
    ),
    ...joinLink(words, values, codeNote(values)),
  ],
});

const composeCode = (
  words: Words,
  values: Code & Recipient,
  key: 'otp.email' | 'sign_in.code' | 'signature.code.email' | 'report_otp',
): Letter => ({
  ...inviteeFrame(words, values),
  subject: words.say(`${key}.subject`, { organisation: values.organisationName }),
  blocks: [words.paragraph(`${key}.intro`), ...code(words, values)],
});

const composeSignatureRequest = (words: Words, values: EmailValues['signature_request_email']): Letter => ({
  ...inviteeFrame(words, values),
  subject: words.say('signature.email.subject', { organisation: values.organisationName }),
  blocks: [
    words.paragraph('signature.email.intro', { organisation: values.organisationName }),
    ...about(words, values),
    ...(values.endedAt ? [words.fact('signature.email.date_label', words.sayTime(values.endedAt))] : []),
    ...link(words, {
      label: 'signature.email.button',
      url: values.signUrl,
      expiresAt: values.expiresAt,
      note: 'signature.email.code_separate',
    }),
  ],
});

const composeInvitation = (words: Words, values: EmailValues['member_invitation']): Letter => ({
  ...inviteeFrame(words, values),
  subject: words.say('member.email.subject', { organisation: values.organisationName }),
  blocks: [
    words.paragraph('member.email.intro', { organisation: values.organisationName }),
    words.fact('member.email.role_label', words.say(`member.email.role_${values.role}`)),
    ...link(words, {
      label: 'member.email.button',
      url: values.invitationUrl,
      expiresAt: values.expiresAt,
    }),
  ],
});

const composeLastAdmin = (words: Words, values: EmailValues['directory_last_admin']): Letter => ({
  ...inviteeFrame(words, values),
  subject: words.say('directory_last_admin.subject'),
  blocks: [words.paragraph('directory_last_admin.intro', { organisation: values.organisationName })],
});

const composeInviteeReminder = (words: Words, values: InviteeReminder, beforeMs: number): Letter => ({
  ...inviteeFrame(words, values),
  variables: planVariables(words, values, beforeMs),
  subject: words.say('reminder.invitee.subject', {
    organisation: values.organisationName,
    ...lead(words, values, beforeMs),
  }),
  blocks: [
    words.paragraph('reminder.invitee.intro', lead(words, values, beforeMs)),
    ...schedule(words, values.scheduledFor),
    ...about(words, values),
    ...notes(words, values.notes),
    ...joinLink(words, values, 'reminder.invitee.code_expired'),
    words.fact('invite.email.ready_label', words.say('invite.email.ready')),
  ],
});

const composeCancellation = (words: Words, values: EmailValues['invite_cancelled']): Letter => ({
  ...inviteeFrame(words, values),
  variables: { organisation: values.organisationName, time: words.sayTime(values.cancelledFor) },
  subject: words.say('cancelled.email.subject', { organisation: values.organisationName }),
  blocks: [
    words.paragraph('cancelled.email.intro'),
    ...schedule(words, values.cancelledFor),
    ...about(words, values),
    words.paragraph('cancelled.email.calendar'),
  ],
});

const composeOperatorReminder = (words: Words, values: OperatorReminder, beforeMs: number): Letter => ({
  ...operatorFrame(words, values),
  variables: planVariables(words, values, beforeMs),
  subject: words.say('reminder.operator.subject', lead(words, values, beforeMs)),
  blocks: [
    words.paragraph('reminder.operator.intro', lead(words, values, beforeMs)),
    ...participants(words, values.participantNames),
    ...schedule(words, values.scheduledFor),
    ...about(words, values),
    ...named('session', [words.fact('reminder.operator.session_label', values.sessionId)]),
    ...notes(words, values.notes),
    ...openInConsole(words, values),
    words.paragraph('reminder.operator.link_holds'),
  ],
});

// A reminder that waited for room within the limits says the time that is left by now.
const lead = (
  { locale }: Words,
  { startsInMs }: { startsInMs?: number },
  beforeMs: number,
): { lead: string } => ({ lead: formatLead(locale, startsInMs ?? beforeMs) });

const planVariables = (
  words: Words,
  values: { organisationName: string; scheduledFor: Date; startsInMs?: number },
  beforeMs: number,
) => ({
  organisation: values.organisationName,
  ...lead(words, values, beforeMs),
  time: words.sayTime(values.scheduledFor),
});

const HOUR_MS = 3_600_000;

const composeEndpointPaused = (
  words: Words,
  values: PausedEndpoint,
  { intro, advice }: { intro: LetterBlock; advice: MessageKey },
): Letter => ({
  ...operatorFrame(words, values),
  subject: words.say('endpoint_disabled.subject'),
  blocks: [
    intro,
    words.fact('endpoint_disabled.endpoint_label', values.endpointUrl),
    words.paragraph(advice),
  ],
});

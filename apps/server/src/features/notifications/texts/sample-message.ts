import type { OwnMessageKind } from '@field-inspection/contract';
import type { Context } from '../../../context.ts';
import { invitationUrlOf, signUrlOf } from '../exports/message-links.ts';
import { joinUrlOf } from '../exports/join-link.ts';
import type { EmailRequest, SmsRequest } from '../messages/render-message.ts';

type Sample = Pick<Context, 'config'> & { kind: OwnMessageKind; organisationName: string; now: Date };
type Unworded<Request> = Request extends unknown
  ? Omit<Request, 'locale' | 'timeZone' | 'own' | 'contact'>
  : never;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TOKEN = 'sample'.padEnd(43, '0');
const LINK = { token: TOKEN, linkDomain: null };
const SESSION = '00000000-0000-7000-8000-000000000000';
const CODE = { code: '123456', codeLifetimeMs: 600_000 };

/** Makes an e-mail of a kind as a person could get it. Its link leads nowhere. */
export const sampleEmail = (sample: Sample): Unworded<EmailRequest> => {
  const { kind, organisationName } = sample;
  const person = { organisationName, firstName: 'Ada' };
  const expiresAt = inFuture(sample, 2 * DAY_MS);
  const invite = { ...person, joinUrl: sampleJoinUrl(sample), expiresAt, otpRequired: true };
  switch (kind) {
    case 'invite':
      return {
        kind: 'invite_email',
        values: { ...invite, scheduledFor: inFuture(sample, DAY_MS), notes: NOTES },
      };
    case 'otp':
    case 'signature_otp':
      return { kind: `${kind}_email`, values: { ...person, ...CODE } };
    case 'reminder_invitee_24h':
    case 'reminder_invitee_1h':
      return { kind, values: { ...invite, ...planOf(sample) } };
    case 'reminder_operator_24h':
    case 'reminder_operator_1h':
      return {
        kind,
        values: {
          organisationName,
          sessionId: SESSION,
          participantNames: ['Ada Rossi'],
          consoleUrl: null,
          ...planOf(sample),
        },
      };
    case 'invite_cancelled':
      return { kind, values: { ...person, cancelledFor: inFuture(sample, DAY_MS) } };
    case 'signature_request':
      return {
        kind: 'signature_request_email',
        values: { ...person, signUrl: signUrlOf(sample, LINK), expiresAt },
      };
    case 'member_invitation':
      return {
        kind,
        values: { ...person, role: 'inspector', invitationUrl: invitationUrlOf(sample, LINK), expiresAt },
      };
  }
};

/** Makes an SMS of a kind; null if there is none. */
export const sampleSms = (sample: Sample): Unworded<SmsRequest> | null => {
  const { kind, organisationName } = sample;
  const expiresAt = inFuture(sample, 2 * DAY_MS);
  if (kind === 'otp' || kind === 'signature_otp') {
    return { kind: `${kind}_sms`, values: { ...CODE, organisationName, baseUrl: sample.config.baseUrl } };
  }
  if (kind === 'invite') {
    const joinUrl = sampleJoinUrl(sample);
    const scheduledFor = inFuture(sample, DAY_MS);
    return { kind: 'invite_sms', values: { organisationName, joinUrl, expiresAt, scheduledFor } };
  }
  if (kind === 'signature_request') {
    const values = { organisationName, signUrl: signUrlOf(sample, LINK), expiresAt };
    return { kind: 'signature_request_sms', values };
  }
  return null;
};

const NOTES = 'Roof, north side';

const sampleJoinUrl = (sample: Sample): string =>
  joinUrlOf(sample, { session_id: SESSION, linkDomain: null }, TOKEN);

const inFuture = ({ now }: Sample, ms: number): Date => new Date(now.getTime() + ms);

const planOf = (sample: Sample) => {
  const startsInMs = sample.kind.endsWith('_1h') ? HOUR_MS : DAY_MS;
  return { scheduledFor: inFuture(sample, startsInMs), startsInMs, notes: NOTES };
};

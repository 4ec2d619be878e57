import type { MemberRole, OUTCOMES } from '@field-inspection/contract';
import type { z } from 'zod';

type Role = z.output<typeof MemberRole>;
export type Outcome = (typeof OUTCOMES)[number];

/** The values of each kind of message. Absent names and notes are '', as in the API. */
export type EmailValues = {
  invite_email: JoinLink &
    Recipient &
    About & { scheduledFor: Date | null; notes: string; shotCount?: number; asks?: Asks | null };
  otp_email: Code & Recipient;
  reminder_invitee_24h: InviteeReminder;
  reminder_invitee_1h: InviteeReminder;
  reminder_operator_24h: OperatorReminder;
  reminder_operator_1h: OperatorReminder;
  invite_cancelled: Recipient & About & { cancelledFor: Date };
  signature_request_email: SignLink & Recipient & About & { endedAt?: Date | null };
  signature_otp_email: Code & Recipient;
  report_ready: ReadyReport;
  report_link: Recipient & About & { reportUrl: string; expiresAt: Date; endedAt: Date | null };
  report_otp: Code & Recipient;
  member_invitation: Recipient & { invitationUrl: string; expiresAt: Date; role: Role };
  directory_last_admin: Recipient;
  sign_in_code: Code & Recipient;
  new_sign_in: Notice;
  new_passkey: Notice;
  passkey_removed: Notice;
  certificate_ending: Notice;
  domain_missing: Notice;
  domain_lost: Notice;
  endpoint_disabled: PausedEndpoint & { failingDays: number };
  endpoint_gone: PausedEndpoint;
  endpoint_unread: PausedEndpoint;
};

export type SmsValues = {
  invite_sms: {
    organisationName: string;
    joinUrl: string;
    expiresAt: Date;
    scheduledFor: Date | null;
    asks?: Asks | null;
  };
  otp_sms: BoundCode;
  signature_request_sms: SignLink & { organisationName: string };
  signature_otp_sms: BoundCode;
};

export type EmailKind = keyof EmailValues;
export type SmsKind = keyof SmsValues;

/** The labels of the shots that an invite asks for, in its language, and the operator's words; '' if none. */
export type Asks = { labels: string[]; message: string };

/** The organisation's name for the inspection, and where it is; '' or left out: nothing. */
export type About = { reference?: string; siteAddress?: string };
export type Recipient = { organisationName: string; firstName: string };
/** `otpSent` is false where no code was sent with the invite: the page sends one when asked. */
export type JoinLink = { joinUrl: string; expiresAt: Date; otpRequired: boolean; otpSent?: boolean };
export type SignLink = { signUrl: string; expiresAt: Date };
/** The base URL names the host to which browsers bind the code. */
export type BoundCode = Code & { organisationName: string; baseUrl: string };
export type PausedEndpoint = { organisationName: string; endpointUrl: string };
export type Code = { code: string; codeLifetimeMs: number };
/** `startsInMs` is the time until the beginning; left out, it is that of the reminder's kind. */
type Plan = { scheduledFor: Date; startsInMs?: number; notes: string };
export type InviteeReminder = JoinLink & Recipient & About & Plan;
export type OperatorReminder = Plan &
  About & {
    organisationName: string;
    sessionId: string;
    participantNames: string[];
    consoleUrl: string | null;
  };

/** `consoleUrl` is null for an operator who can't sign in. */
export type ReadyReport = Recipient &
  About & {
    sessionId: string;
    participantNames: string[];
    endedAt: Date | null;
    outcome: Outcome | null;
    consoleUrl: string | null;
  };

/** `name` is that of the device, the passkey or the domain; '' where nothing is named. */
export type Notice = Recipient & { name: string; at: Date };

/** Kinds that tell of one fact. */
export type NoticeKind = { [K in EmailKind]: EmailValues[K] extends Notice ? K : never }[EmailKind];

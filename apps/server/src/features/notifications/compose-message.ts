import type { Context } from '../../context.ts';
import { linkDomainOf } from '../../http/hosts/link-domain-of.ts';
import { rootUrlOf } from '../../http/hosts/root-url-of.ts';
import type { FoundInvite, FoundMessage, FoundSignature } from './claim-message.ts';
import { readAsks, type Asks } from './exports/asks.ts';
import {
  consoleUrlOf,
  invitationUrlOf,
  reportUrlOf,
  signDomainOf,
  signUrlOf,
} from './exports/message-links.ts';
import { openJoinUrl } from './exports/join-link.ts';
import { messageSeal } from './exports/queue-messages.ts';
import type { NoticeKind } from './messages/message-values.ts';
import type { EmailRequest, SmsRequest } from './messages/render-message.ts';

type Secrets = Pick<Context, 'clock' | 'config' | 'keyring'>;

export const composeEmail = (context: Secrets, message: FoundMessage): EmailRequest => {
  const { kind, locale } = message;
  switch (kind) {
    case 'invite':
      return {
        kind: 'invite_email',
        locale,
        values: {
          ...describeLink(context, message),
          scheduledFor: message.scheduled_for,
          ...{ notes: message.notes, shotCount: message.shot_count },
          asks: openAsks(context, message),
        },
      };
    case 'otp':
      return {
        kind: 'otp_email',
        locale,
        values: { ...openCode(context, message), ...describeInvitee(message) },
      };
    case 'reminder_invitee_24h':
    case 'reminder_invitee_1h':
      return {
        kind,
        locale,
        values: { ...describeLink(context, message), ...describePlan(context, message) },
      };
    case 'reminder_operator_24h':
    case 'reminder_operator_1h':
      return { kind, locale, values: describeOperatorReminder(context, message) };
    case 'invite_cancelled':
      return {
        kind,
        locale,
        values: { ...describeInvitee(message), cancelledFor: requireExpiry(message) },
      };
    case 'signature_request':
      return { kind: 'signature_request_email', locale, values: describeRequest(context, message) };
    case 'signature_otp':
    case 'report_otp': {
      const values = { ...openCode(context, message), ...describeSigner(message) };
      return { kind: kind === 'report_otp' ? kind : 'signature_otp_email', locale, values };
    }
    case 'report_ready':
      return { kind, locale, values: describeReadyReport(context, message) };
    case 'report_link':
      return { kind, locale, values: describeReportLink(context, message) };
    case 'member_invitation':
      return { kind, locale, values: describeInvitation(context, message) };
    case 'directory_last_admin':
      return { kind, locale, values: describeMember(message) };
    case 'endpoint_disabled':
      return { kind, locale, values: describeFailingEndpoint(message) };
    case 'endpoint_gone':
    case 'endpoint_unread':
      return { kind, locale, values: describeEndpoint(message) };
    default:
      return composeForMember(context, { ...message, kind });
  }
};

const composeForMember = (
  context: Secrets,
  message: FoundMessage & { kind: NoticeKind | 'sign_in_code' },
): EmailRequest => {
  const { kind, locale, created_at } = message;
  const member = describeMember(message);
  if (kind === 'sign_in_code') return { kind, locale, values: { ...openCode(context, message), ...member } };
  const name = kind === 'certificate_ending' ? '' : openSecret(context, message);
  // These two tell of a time that is ahead; after it they are not worth sending.
  const isAhead = kind === 'certificate_ending' || kind === 'domain_missing';
  return { kind, locale, values: { ...member, name, at: isAhead ? requireExpiry(message) : created_at } };
};

export const composeSms = (context: Secrets, message: FoundMessage): SmsRequest => {
  const { kind, locale, organisation_name: organisationName } = message;
  if (kind === 'otp' || kind === 'signature_otp') {
    const baseUrl = rootUrlOf(context.config, domainOf(message));
    const values = { ...openCode(context, message), organisationName, baseUrl };
    return { kind: `${kind}_sms`, locale, values };
  }
  if (kind === 'signature_request') {
    const { signUrl, expiresAt } = describeRequest(context, message);
    return { kind: 'signature_request_sms', locale, values: { organisationName, signUrl, expiresAt } };
  }
  if (kind === 'invite') {
    const { joinUrl, expiresAt } = describeLink(context, message);
    const { scheduled_for: scheduledFor } = message;
    const asks = openAsks(context, message);
    const values = { organisationName, joinUrl, expiresAt, scheduledFor, asks };
    return { kind: 'invite_sms', locale, values };
  }
  throw new Error(`there is no SMS of the kind ${kind}`);
};

const describeLink = (context: Secrets, message: FoundMessage) => {
  const invite = requireInvite(message);
  const { token_sealed } = invite;
  if (token_sealed === null) throw new Error(`invite ${invite.id} has no link any more`);
  return {
    ...describeInvitee(message),
    joinUrl: openJoinUrl(context, {
      organisation_id: message.organisation_id,
      session_id: requireSession(message),
      id: invite.id,
      issue: invite.issue,
      token_sealed,
      linkDomain: linkDomainOf(message),
    }),
    expiresAt: new Date(invite.expires_at),
    otpRequired: invite.otp_required,
    otpSent: invite.otp_sent,
  };
};

const domainOf = (message: FoundMessage): string | null =>
  signDomainOf(message.signature, linkDomainOf(message));

const describeRequest = (context: Secrets, message: FoundMessage) => ({
  ...describeSigner(message),
  ...describeAbout(message),
  endedAt: message.ended_at,
  signUrl: signUrlOf(context, { token: openSecret(context, message), linkDomain: domainOf(message) }),
  expiresAt: new Date(requireSignature(message).expires_at),
});

const describeReportLink = (context: Secrets, message: FoundMessage) => ({
  ...describeSigner(message),
  ...describeAbout(message),
  endedAt: message.ended_at,
  reportUrl: reportUrlOf(context, {
    token: openSecret(context, message),
    linkDomain: linkDomainOf(message),
  }),
  expiresAt: new Date(requireSignature(message).expires_at),
});

const describeInvitation = (context: Secrets, message: FoundMessage) => {
  const { id, member, expires_at, organisation_name: organisationName } = message;
  if (!member || expires_at === null) throw new Error(`message ${id} invites no member`);
  const invitationUrl = invitationUrlOf(context, {
    token: openSecret(context, message),
    linkDomain: linkDomainOf(message),
  });
  return {
    organisationName,
    firstName: member.name,
    role: member.role,
    invitationUrl,
    expiresAt: expires_at,
  };
};

// The console asks who reads it; an operator who is no member can't sign in there.
const findConsole = (context: Pick<Context, 'config'>, message: FoundMessage): string | null =>
  message.member ? consoleUrlOf(context, requireSession(message)) : null;

const describeReadyReport = (context: Secrets, message: FoundMessage) => {
  const sessionId = requireSession(message);
  return {
    organisationName: message.organisation_name,
    firstName: message.member?.name ?? '',
    ...describeAbout(message),
    sessionId,
    participantNames: message.participant_names,
    endedAt: message.ended_at,
    outcome: message.outcome,
    consoleUrl: findConsole(context, message),
  };
};

const describeMember = ({ id, member, organisation_name: organisationName }: FoundMessage) => {
  if (!member) throw new Error(`message ${id} is to no member`);
  return { organisationName, firstName: member.name };
};

const openSecret = ({ keyring }: Secrets, { organisation_id, id, secret_sealed }: FoundMessage): string => {
  if (secret_sealed === null) throw new Error(`message ${id} has no secret`);
  return keyring.open(secret_sealed, messageSeal(organisation_id, id));
};

// Gives null for an invite that asks for nothing in particular.
const openAsks = (context: Secrets, message: FoundMessage): Asks | null =>
  message.secret_sealed === null ? null : readAsks(openSecret(context, message));

const openCode = (context: Secrets, message: FoundMessage) => {
  const { id, expires_at, created_at } = message;
  if (expires_at === null) throw new Error(`message ${id} has no code`);
  return {
    code: openSecret(context, message),
    codeLifetimeMs: expires_at.getTime() - created_at.getTime(),
  };
};

const describeAbout = ({ reference, site_address }: FoundMessage) => ({
  reference,
  siteAddress: site_address,
});

const describeInvitee = (message: FoundMessage) => ({
  ...describeAbout(message),
  organisationName: message.organisation_name,
  firstName: requireInvite(message).first_name,
});

const describeSigner = (message: FoundMessage) => ({
  organisationName: message.organisation_name,
  firstName: requireSignature(message).name,
});

const describeOperatorReminder = (context: Pick<Context, 'clock' | 'config'>, message: FoundMessage) => ({
  organisationName: message.organisation_name,
  sessionId: requireSession(message),
  ...describeAbout(message),
  participantNames: message.participant_names,
  consoleUrl: findConsole(context, message),
  ...describePlan(context, message),
});

const describePlan = ({ clock }: Pick<Context, 'clock'>, { id, scheduled_for, notes }: FoundMessage) => {
  if (scheduled_for === null) throw new Error(`message ${id} reminds of no time`);
  const startsInMs = scheduled_for.getTime() - clock.now().getTime();
  return { scheduledFor: scheduled_for, startsInMs, notes };
};

const DAY_MS = 86_400_000;

const describeFailingEndpoint = (message: FoundMessage) => {
  const { id, endpoint, created_at } = message;
  if (!endpoint?.failing_since) throw new Error(`message ${id} is about no endpoint that fails`);
  const failingMs = created_at.getTime() - Date.parse(endpoint.failing_since);
  return { ...describeEndpoint(message), failingDays: Math.floor(failingMs / DAY_MS) };
};

// A pull endpoint has no URL, so its label or its id names it.
const describeEndpoint = ({ id, endpoint, organisation_name: organisationName }: FoundMessage) => {
  if (!endpoint) throw new Error(`message ${id} is about no endpoint`);
  return { organisationName, endpointUrl: endpoint.url || endpoint.description || endpoint.id };
};

// A cancellation expires at the appointment that it cancels, which the session may have lost.
const requireExpiry = ({ id, expires_at }: FoundMessage): Date => {
  if (expires_at === null) throw new Error(`message ${id} is about no time`);
  return expires_at;
};

const requireSession = ({ id, session_id }: FoundMessage): string => {
  if (session_id === null) throw new Error(`message ${id} is about no session`);
  return session_id;
};

const requireInvite = ({ id, invite }: FoundMessage): FoundInvite => {
  if (!invite) throw new Error(`message ${id} is about no invite`);
  return invite;
};

const requireSignature = ({ id, signature }: FoundMessage): FoundSignature => {
  if (!signature) throw new Error(`message ${id} is about no signature`);
  return signature;
};

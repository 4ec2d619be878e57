import { z } from 'zod';
import { upTo } from '../shapes/text.ts';
import { Id } from '../shapes/id.ts';
import { FieldBranding } from '../shapes/field-branding.ts';
import { Locale } from '../shapes/locale.ts';
import { MediaConnection } from '../sessions/media-connection.ts';
import { CodeChannel } from '../shapes/problem.ts';
import { NoBody } from '../shapes/no-body.ts';
import { openPolicy } from '../laws/policy.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { ParticipantConsents } from '../sessions/consents.ts';
import { Contact } from '../shapes/contact/contact.ts';
import { SessionStatus } from '../sessions/sessions.ts';
import { Timestamp } from '../shapes/timestamp.ts';
import { FieldShot } from '../evidence/shots.ts';
import { Uploads } from './uploads.ts';

export const FieldSession = z
  .object({
    id: Id,
    status: SessionStatus,
    locale: Locale,
    scheduled_for: Timestamp.nullable().meta({ description: 'The appointment; null when there is none' }),
    notes: z
      .string()
      .meta({ description: 'What the operator says of the inspection', example: 'Roof, north side' }),
    reference: z
      .string()
      .meta({ description: 'What the organisation calls it; empty when absent', example: 'CLM-2026-0417' }),
    site_address: z
      .string()
      .meta({ description: 'Where it is inspected; empty when absent', example: 'Via Torino 12, Milano' }),
    contact: Contact.nullable().meta({
      description:
        "Whom the field person turns to: the session's contact, else the organisation's; null: nobody",
    }),
    shots: z.array(FieldShot).meta({
      description: 'What is asked for, in its order; empty when nothing is',
    }),
  })
  .meta({ id: 'FieldSession', description: 'The session as the field person sees it' });

export const FieldParticipant = z
  .object({
    id: Id,
    role: z.literal('field').meta({ description: 'The person on site' }),
    first_name: z.string().meta({ description: 'Empty when absent', example: 'Ada' }),
    last_name: z.string().meta({ description: 'Empty when absent', example: 'Rossi' }),
    done_at: Timestamp.nullable().meta({
      description: 'When they said that they are done; what they take afterwards leaves it',
    }),
  })
  .meta({ id: 'FieldParticipant', description: 'The field person' });

export const JoinedSession = z
  .object({
    field_session_token: z.string().meta({
      description: 'Opaque; dies with the session',
      example: 'q7Zb8uRsAoC5hNdLp7iGQ2tVwXyHjKcT1xJ0vFqWm3e',
    }),
    field_session_expires_at: Timestamp.nullable().meta({ description: "null: until the session's end" }),
    session: FieldSession,
    participant: FieldParticipant,
    consent_state: ParticipantConsents,
    branding: FieldBranding,
    media_connection: MediaConnection,
    uploads: Uploads,
  })
  .meta({ id: 'JoinedSession', description: 'The live field session' });

export type JoinedSession = z.infer<typeof JoinedSession>;

export const RequestedCode = z
  .object({
    channels: z.array(CodeChannel).meta({ description: 'Those of the invite', example: ['email'] }),
    channel_hint_email: z.string().nullable().meta({ description: 'Masked', example: 'a•••@example.com' }),
    channel_hint_phone: z.string().nullable().meta({ description: 'Masked', example: '••• 67' }),
    otp_expires_at: Timestamp,
  })
  .meta({ id: 'RequestedCode', description: 'Where a new one-time code is on its way to' });

export type RequestedCode = z.infer<typeof RequestedCode>;

const JoinParams = z.object({
  session_id: Id,
  token: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/)
    .meta({
      description: 'What stands behind the # of join_url',
      example: 'T1xJ0vFqWm3eYkZb8uRsAoC5hNdLp7iGQ2tVwXyHjKc',
    }),
});

export const join = c.router(
  {
    redeem: {
      method: 'GET',
      path: '/sessions/:session_id/join/:token',
      summary: 'Join a session',
      description:
        'Called by the page behind `join_url`. The one-time code, when required, goes in `X-Join-OTP`, never in the URL.',
      pathParams: JoinParams,
      headers: {
        'x-join-otp': upTo(64)
          .optional()
          .meta({ description: 'The one-time code, when one is required', example: '482913' }),
      },
      responses: { 200: JoinedSession },
      metadata: {
        ...openPolicy([
          'not_found',
          'otp_required',
          'otp_invalid',
          'otp_expired',
          'otp_locked',
          'invite_redeemed',
          'invite_expired',
        ]),
        onDomain: true,
      },
    },
    requestCode: {
      method: 'POST',
      path: '/sessions/:session_id/join/:token/code',
      summary: 'Ask for a new code',
      description:
        'Called by the page behind `join_url`, whose code may have expired long before its link. The code goes to the channels of the invite; the one before is dead, and wrong attempts stay counted. What stands in the way is told in the order of the join.',
      pathParams: JoinParams,
      body: NoBody,
      responses: { 202: RequestedCode },
      metadata: {
        ...openPolicy(['not_found', 'otp_not_required', 'otp_locked', 'invite_redeemed', 'invite_expired']),
        idempotent: true as const,
      },
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);

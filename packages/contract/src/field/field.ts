import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { FieldBranding } from '../shapes/field-branding.ts';
import { FieldParticipant, FieldSession } from './join.ts';
import { NoBody } from '../shapes/no-body.ts';
import { fieldReadPolicy, fieldWritePolicy, type RoutePolicy } from '../laws/policy.ts';
import { FIELD_ROOT } from '../laws/roots.ts';
import { MediaConnection } from '../sessions/media-connection.ts';
import { ParticipantConsents } from '../sessions/consents.ts';
import { LocaleInput } from '../shapes/locale.ts';
import { missingShots } from '../evidence/shots.ts';
import { Uploads } from './uploads.ts';

const c = initContract();

/** The session as the field person's device sees it, at any time after joining. */
export const FieldState = z
  .object({
    session: FieldSession,
    missing_shots: missingShots,
    participant: FieldParticipant,
    consent_state: ParticipantConsents,
    branding: FieldBranding,
    media_connection: MediaConnection,
    uploads: Uploads,
  })
  .meta({ id: 'FieldState', description: "The session as the field person's device sees it" });

const answer = z
  .enum(['granted', 'denied', 'revoked'])
  .meta({ id: 'ConsentAnswer', description: 'revoked withdraws what was granted', example: 'granted' });

const TEXT_VERSION_RULE =
  'must be 1 to 64 letters, digits, dots, hyphens and underscores of ASCII, a letter or digit first';

/** What the field person allows, or no longer allows, and which texts they answered. */
export const UpdateConsentBody = z
  .strictObject({
    camera: answer.optional(),
    microphone: answer.optional(),
    gps: answer.optional(),
    recording: answer.optional(),
    text_version: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, TEXT_VERSION_RULE)
      .optional()
      .meta({
        description:
          "Which version of your texts they answered, as the audit chain says it; default: that of the service's own",
        example: '2026-11-26',
      }),
    locale: LocaleInput.optional().meta({ description: "The texts' language; default: the session's" }),
  })
  .meta({ id: 'UpdateConsentBody', description: 'What is allowed, matter by matter; what is absent stays' });

/** What a joined field person does with the session itself. The bearer is the field_session_token. */
export const field = c.router(
  {
    get: {
      method: 'GET',
      path: '/session',
      summary: 'Get the field session',
      description:
        'What the device needs to go on, such as after a reload or on another network: the bearer is enough, the link is not redeemed again. Each call gives a media_connection that is good for another 12 hours.',
      responses: { 200: FieldState },
      metadata: fieldReadPolicy(),
    },
    updateConsent: {
      method: 'PATCH',
      path: '/consent',
      summary: 'Change the consent',
      description:
        "The field person's own, matter by matter. Each change is in the audit chain, with the version and the language of the texts. What is not granted, or revoked, is not collected.",
      body: UpdateConsentBody,
      responses: { 200: ParticipantConsents },
      metadata: fieldWritePolicy(['session.invalid_state', 'quota_reached']),
    },
    leave: {
      method: 'POST',
      path: '/leave',
      summary: 'Leave the session',
      description:
        'The token is dead afterwards; the link lets the same device in again. Under its Idempotency-Key the call may be repeated with the dead token.',
      body: NoBody,
      responses: { 204: c.noBody() },
      metadata: { ...fieldWritePolicy(), endsToken: true } satisfies RoutePolicy,
    },
  },
  { pathPrefix: FIELD_ROOT, strictStatusCodes: true },
);

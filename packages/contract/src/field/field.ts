import { z } from 'zod';
import { FieldBranding } from '../shapes/field-branding.ts';
import { FieldParticipant, FieldSession } from './join.ts';
import { NoBody } from '../shapes/no-body.ts';
import { fieldReadPolicy, fieldWritePolicy, type RoutePolicy } from '../laws/policy.ts';
import { FIELD_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { MediaConnection } from '../sessions/media-connection.ts';
import { ParticipantConsents } from '../sessions/consents.ts';
import { LocaleInput } from '../shapes/locale.ts';
import { missingShots } from '../evidence/shots.ts';
import { Timestamp } from '../shapes/timestamp.ts';
import { Uploads } from './uploads.ts';

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

/** Consents that the field person gives or withdraws, and the version of the texts that they answered. */
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

/** The most that a device may say it holds. */
export const MAX_UNSENT_ITEMS = 10_000;

/**
 * Number of the device's unsent items: photos, drawings and the rest, without what was refused. The device counts from
 * 0 to `MAX_UNSENT_ITEMS`, and reports the number when it begins, 0 too, and when it changes: another device of the
 * participant may have reported more before. The number is telemetry, may be wrong, and makes no entry of the audit
 * chain.
 *
 * @example
 * UpdateFieldSessionBody.parse({ unsent_items: 3 });
 */
export const UpdateFieldSessionBody = z
  .strictObject({
    unsent_items: z
      .int()
      .min(0)
      .max(MAX_UNSENT_ITEMS)
      .meta({ description: 'What was taken and is not stored yet', example: 3 }),
  })
  .meta({ id: 'UpdateFieldSessionBody', description: 'What the device still holds' });

export const UnsentItems = z
  .object({
    unsent_items: z.int().meta({ description: 'What was taken and is not stored yet', example: 3 }),
    unsent_items_at: Timestamp.meta({ description: 'When the device said so' }),
  })
  .meta({ id: 'UnsentItems', description: 'What the device is known to hold' });

export type UnsentItems = z.infer<typeof UnsentItems>;

/** The person's word that they have taken what they wanted to: the operator is told, and nothing ends by it. */
export const FieldDone = z
  .object({ done_at: Timestamp.meta({ description: 'When they said so for the first time' }) })
  .meta({ id: 'FieldDone', description: 'The field person is done' });

export type FieldDone = z.infer<typeof FieldDone>;

/** Calls of a joined field person on the session itself. The bearer is the field_session_token. */
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
    update: {
      method: 'PATCH',
      path: '/session',
      summary: 'Say what is not sent yet',
      description:
        "How many items the device still holds, for the operator to know before they end the session: the session's `unsent_items` is the sum of what its participants said last; a revoked one counts no more. Telemetry: it is no entry of the audit chain, and changes nothing else.",
      body: UpdateFieldSessionBody,
      responses: { 200: UnsentItems },
      metadata: fieldWritePolicy(),
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
    done: {
      method: 'POST',
      path: '/done',
      summary: 'Say that the person is done',
      description:
        'For the operator to know: `participant.done` is sent, the invite has `done_at`, and the audit chain an entry. Nothing ends by it, and more can be taken. Said again, it answers as the first time and tells nobody.',
      body: NoBody,
      responses: { 200: FieldDone },
      metadata: fieldWritePolicy(),
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

import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { FieldBranding } from '../shapes/field-branding.ts';
import { FieldParticipant, FieldSession } from './join.ts';
import { NoBody } from '../shapes/no-body.ts';
import { fieldReadPolicy, fieldWritePolicy, type RoutePolicy } from '../laws/policy.ts';
import { FIELD_ROOT } from '../laws/roots.ts';
import { MediaConnection } from '../sessions/media-connection.ts';
import { ConsentState } from '../sessions/sessions.ts';
import { missingShots } from '../evidence/shots.ts';
import { Uploads } from './uploads.ts';

const c = initContract();

/** The session as the field person's device sees it, at any time after joining. */
export const FieldState = z
  .object({
    session: FieldSession,
    missing_shots: missingShots,
    participant: FieldParticipant,
    consent_state: ConsentState,
    branding: FieldBranding,
    media_connection: MediaConnection,
    uploads: Uploads,
  })
  .meta({ id: 'FieldState', description: "The session as the field person's device sees it" });

const answer = z
  .enum(['granted', 'denied', 'revoked'])
  .meta({ id: 'ConsentAnswer', description: 'revoked withdraws what was granted', example: 'granted' });

/** What the field person allows, or no longer allows. */
export const UpdateConsentBody = z
  .strictObject({
    camera: answer.optional(),
    gps: answer.optional(),
  })
  .meta({ id: 'UpdateConsentBody', description: 'What is allowed; what is absent stays' });

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
      description: 'Each change is in the audit chain. What is not granted, or revoked, is not collected.',
      body: UpdateConsentBody,
      responses: { 200: ConsentState },
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

import { z } from 'zod';
import { Id } from './id.ts';
import { Locale } from './locale.ts';
import { Timestamp } from './timestamp.ts';

/** The states of a session (specification 3.1). */
export const SESSION_STATUSES = ['created', 'open', 'recording', 'closed', 'expired'] as const;

export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** Where a session stands, as bodies and queries write it. */
export const SessionStatus = z
  .enum(SESSION_STATUSES)
  .meta({ id: 'SessionStatus', description: 'created → open ⇄ recording → closed; or expired' });

/** What a field person can have answered to one request for consent. */
export const CONSENT_VALUES = ['pending', 'granted', 'denied', 'revoked'] as const;

const ConsentValue = z
  .enum(CONSENT_VALUES)
  .meta({ id: 'ConsentValue', description: 'revoked: granted first, then withdrawn' });

/** What the field person has allowed. */
export const ConsentState = z
  .object({ camera: ConsentValue, gps: ConsentValue })
  .meta({ id: 'ConsentState', description: 'What the field person has allowed' });

/** One inspection (specification 2.1). */
export const Session = z
  .object({
    id: Id,
    status: SessionStatus,
    operator_email: z
      .string()
      .meta({ description: 'E-mail of the operator', example: 'operator@example.com' }),
    scheduled_for: Timestamp.nullable().meta({ description: 'When it is planned for; null: now' }),
    started_at: Timestamp.nullable().meta({ description: 'When the field person joined' }),
    ended_at: Timestamp.nullable().meta({ description: 'When the session ended' }),
    notes: z
      .string()
      .meta({ description: 'Visible to the operator; shown in invite e-mails', example: 'Roof, north side' }),
    locale: Locale,
    consent_state: ConsentState,
    campaign: Id.nullable().meta({ description: 'The campaign it belongs to' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Session', description: 'One inspection' });

export type Session = z.infer<typeof Session>;

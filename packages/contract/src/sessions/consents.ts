import { z } from 'zod';

/** Answers of a field person to one request for consent. */
export const CONSENT_VALUES = ['pending', 'granted', 'denied', 'revoked'] as const;

export const ConsentValue = z
  .enum(CONSENT_VALUES)
  .meta({ id: 'ConsentValue', description: 'revoked: granted first, then withdrawn' });

export type ConsentValue = z.infer<typeof ConsentValue>;

/** Consents of a session's field persons: the weakest answer of those who joined. */
export const ConsentState = z.object({ camera: ConsentValue, gps: ConsentValue }).meta({
  id: 'ConsentState',
  description:
    'What the field persons have allowed: of those who joined, the weakest answer. What each allowed in all matters is in `consent_state` of their invite',
});

export const ParticipantConsents = z
  .object({
    camera: ConsentValue.meta({ description: 'Photos and videos of theirs' }),
    microphone: ConsentValue.meta({ description: 'Their sound in the live picture' }),
    gps: ConsentValue.meta({ description: 'The place of what they capture' }),
    recording: ConsentValue.meta({ description: 'Recordings of the live picture' }),
  })
  .meta({ id: 'ParticipantConsents', description: 'What one field person has allowed' });

export type ParticipantConsents = z.infer<typeof ParticipantConsents>;

import { z } from 'zod';
import { text } from '../shapes/text.ts';

/** Reasons for redacting a session, as its addenda say them: none names anybody. */
export const REDACTION_REASONS = ['data_subject_request', 'no_longer_needed'] as const;

export const RedactSessionBody = z
  .strictObject({
    reason: z.enum(REDACTION_REASONS).optional().meta({
      description: 'Why, as the addenda say it; data_subject_request unless given',
      example: 'data_subject_request',
    }),
  })
  .meta({ id: 'RedactSessionBody', description: 'Why the session is redacted' });

/** The body that puts a session under a legal hold. */
export const HoldSessionBody = z
  .strictObject({
    reason: text(500).min(1).meta({
      description: 'Why; the audit chain holds it as a commitment. At most 500 characters',
      example: 'Claim 4711 is before the court',
    }),
  })
  .meta({ id: 'HoldSessionBody', description: 'Why nothing of the session may be erased' });

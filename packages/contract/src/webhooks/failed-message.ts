import { z } from 'zod';
import { Id } from '../shapes/id.ts';
import { CodeChannel } from '../shapes/problem.ts';
import { Timestamp } from '../shapes/timestamp.ts';

/** A message of a session that will not be sent any more. */
export const FailedMessage = z
  .object({
    id: Id,
    session: Id,
    invite: Id.nullable().meta({ description: 'The invite that it is about, if it is about one' }),
    signature: Id.nullable().meta({ description: 'The signature that it is about, if it is about one' }),
    kind: z.enum([
      'invite',
      'otp',
      'reminder_invitee_24h',
      'reminder_invitee_1h',
      'reminder_operator_24h',
      'reminder_operator_1h',
      'signature_request',
      'signature_otp',
    ]),
    channel: CodeChannel,
    recipient_hint: z.string().meta({
      description: 'The address or number, masked',
      example: 'a•••@e•••.com',
    }),
    reason: z
      .enum(['limit', 'expired'])
      .meta({ description: 'limit: the limits of messages left no room; expired: nobody took it in time' }),
    created_at: Timestamp,
    failed_at: Timestamp,
  })
  .meta({ id: 'FailedMessage', description: 'A message of a session that was not sent in time' });

export type FailedMessage = z.infer<typeof FailedMessage>;

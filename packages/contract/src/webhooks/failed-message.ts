import { z } from 'zod';
import { Id } from '../shapes/id.ts';
import { MessageFailure, SessionMessageKind } from '../sessions/messages.ts';
import { CodeChannel } from '../shapes/problem.ts';
import { Timestamp } from '../shapes/timestamp.ts';

/** A message of a session that did not reach its recipient. */
export const FailedMessage = z
  .object({
    id: Id,
    session: Id,
    invite: Id.nullable().meta({ description: 'The invite that it is about, if it is about one' }),
    signature: Id.nullable().meta({ description: 'The signature that it is about, if it is about one' }),
    kind: SessionMessageKind,
    channel: CodeChannel,
    recipient_hint: z.string().meta({
      description: 'The address or number, masked',
      example: 'a•••@e•••.com',
    }),
    status: z
      .enum(['failed', 'bounced'])
      .meta({ description: 'failed: it will not be sent any more; bounced: it was sent, and came back' }),
    reason: MessageFailure,
    created_at: Timestamp,
    failed_at: Timestamp,
  })
  .meta({ id: 'FailedMessage', description: 'A message of a session that did not reach its recipient' });

export type FailedMessage = z.infer<typeof FailedMessage>;

import { z } from 'zod';
import { Id } from '../shapes/id.ts';
import { Timestamp } from '../shapes/timestamp.ts';

/** Kinds of endpoints: the service sends events to the one, a reader fetches them from the other. */
export const ENDPOINT_KINDS = ['push', 'pull'] as const;

export const PAUSE_REASONS = ['you', 'gone', 'failing', 'unread'] as const;

export const EndpointKind = z.enum(ENDPOINT_KINDS).meta({
  id: 'EndpointKind',
  description: 'push: each event is sent to `url`; pull: a reader fetches them',
});

export const PauseReason = z.enum(PAUSE_REASONS).meta({
  id: 'PauseReason',
  description:
    'you: somebody set `active` to false; gone: the receiver answered 410; failing: nothing was taken for 5 days; unread: a reader fetched nothing for 7 days',
});

/** A receiver of events. */
export const WebhookEndpoint = z
  .object({
    id: Id,
    kind: EndpointKind,
    url: z.string().meta({ description: 'Empty for kind pull', example: 'https://example.com/hooks' }),
    description: z.string().meta({ description: 'A label; empty when absent' }),
    event_types: z.array(z.string()).meta({ description: 'Empty: all types' }),
    active: z.boolean().meta({ description: 'false: paused, nothing is sent' }),
    paused_reason: PauseReason.nullable().meta({
      description: 'Why it is paused; null while active, and where nobody noted it',
    }),
    paused_at: Timestamp.nullable().meta({ description: 'Since when it is paused' }),
    created_at: Timestamp,
  })
  .meta({ id: 'WebhookEndpoint', description: 'A receiver of events' });

import type { Session, SessionJoinedData, WebhookEvent } from './index.ts';

/* How a receiver reads events: the type tells what `data` is, and a type of the future is still a string. */
export function readEvent(event: WebhookEvent): Session | string | unknown {
  if (event.type === 'session.joined') return event.data satisfies SessionJoinedData;
  switch (event.type) {
    case 'session.created':
    case 'session.expired':
      return event.data satisfies Session;
    case 'session.completed':
    case 'evidence.created':
      return event.data.id satisfies string;
    case 'ping':
    case 'session.evidence.captured':
    case 'session.signed':
    case 'session.anchored':
      return undefined;
    default:
      return `${event.type satisfies string}: ${JSON.stringify(event.data)}`;
  }
}

// @ts-expect-error the data of a type that the SDK does not know are not known either
export const readUnknown = (event: WebhookEvent): string => event.data.id;

// Every event can be handled by a table of functions by type.
export const dispatch = (
  event: WebhookEvent,
  handlers: Record<string, (event: WebhookEvent) => void>,
): void => handlers[event.type]?.(event);

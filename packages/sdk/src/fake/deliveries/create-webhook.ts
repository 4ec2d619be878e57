import { signWebhook } from '../../webhooks/sign-webhook.ts';

/** A delivery as it arrives at a receiver. */
export interface FakeWebhook {
  /** Signed body, byte for byte. */
  readonly body: string;
  /** Headers with both signatures; their names are spelled as the service does. */
  readonly headers: Record<string, string>;
}

/**
 * An event as the service delivers it: serialised and signed, so that `verifyWebhook` and
 * `createWebhookHandler` take it. Needs node:crypto.
 *
 * @param input.secrets during a rotation the new and the old one
 * @param input.timestamp Unix seconds; now unless given, and refused by receivers when long ago
 * @param input.attempt which attempt it is, from 1; the first unless given
 * @example
 * ```ts
 * const event = createEvent('session.created');
 * const { body, headers } = createWebhook({ event, secrets: ['whsec_dGVzdA=='] });
 * verifyWebhook({ body, headers, secrets: ['whsec_dGVzdA=='] });
 * ```
 */
export function createWebhook(input: {
  event: { id: string; type: string };
  secrets: readonly string[];
  timestamp?: number | undefined;
  attempt?: number | undefined;
}): FakeWebhook {
  const { event, secrets, timestamp, attempt = 1 } = input;
  const body = JSON.stringify(event);
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Field-Inspection-Webhooks/1',
      'Svc-Event-Type': event.type,
      'Svc-Delivery-Attempt': String(attempt),
      ...signWebhook({ body, secrets, timestamp }),
    },
  };
}

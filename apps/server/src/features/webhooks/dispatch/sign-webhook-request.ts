import { signWebhook } from '@field-inspection/sdk/webhooks';
import { buildWebhookRequest, type SentEvent } from './build-webhook-request.ts';

/** The request that carries an event, signed at this instant with each of these secrets. */
export const signWebhookRequest = (
  url: string,
  event: SentEvent,
  { secrets, attempt, now }: { secrets: string[]; attempt: number; now: Date },
): ReturnType<typeof buildWebhookRequest> => {
  const request = buildWebhookRequest(url, event);
  const timestamp = Math.floor(now.getTime() / 1000);
  return {
    ...request,
    headers: {
      ...request.headers,
      ...signWebhook({ body: request.body, id: event.id, secrets, timestamp }),
      'Svc-Delivery-Attempt': String(attempt),
    },
  };
};

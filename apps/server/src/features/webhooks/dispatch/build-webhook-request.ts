import { signWebhook } from '@field-inspection/sdk/webhooks';
import type { SafeFetchRequest } from '../../../platform/safe-fetch/create-safe-fetch.ts';

/** An event as one endpoint receives it. */
export type SentEvent = {
  id: string;
  type: string;
  createdAt: Date;
  organisationId: string;
  endpointId: string;
  sequence: number;
  /** `data` as JSON text. */
  dataText: string;
  /** A sample that a test fire sends. */
  isTest: boolean;
};

/** The request that carries an event, without a signature. The same event gives the same bytes, always. */
export const buildWebhookRequest = (url: string, event: SentEvent): SafeFetchRequest & { body: string } => ({
  url,
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'User-Agent': 'Field-Inspection-Webhooks/1',
    'Svc-Event-Id': event.id,
    'Svc-Event-Type': event.type,
  },
  body: writeBody(event),
});

// `data` is spliced in as it was stored: parsed and written anew, a number such as 1e21 has other bytes.
const writeBody = (event: SentEvent): string => {
  const envelope = JSON.stringify({
    id: event.id,
    type: event.type,
    created_at: event.createdAt.toISOString(),
    api_version: 'v1',
    organisation_id: event.organisationId,
    endpoint: event.endpointId,
    sequence: event.sequence,
    ...(event.isTest && { test: true }),
  });
  return `${envelope.slice(0, -1)},"data":${event.dataText}}`;
};

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

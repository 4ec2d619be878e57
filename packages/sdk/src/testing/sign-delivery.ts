import { signWebhook } from '../webhooks/sign-webhook.ts';

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
export const OTHER_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

/** The receivers' time in tests, in Unix seconds. */
export const NOW = 1_763_640_000;

export function signDelivery({
  event = {},
  secrets = [SECRET],
  timestamp = NOW,
  attempt = 1,
}: {
  event?: Record<string, unknown>;
  secrets?: readonly string[];
  timestamp?: number;
  attempt?: number;
} = {}) {
  const full = { id: 'evt_1', type: 'session.created', data: { id: 'ses_1' }, ...event };
  const body = JSON.stringify(full);
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'Svc-Event-Type': full.type,
    'Svc-Delivery-Attempt': String(attempt),
    ...signWebhook({ body, secrets, timestamp }),
  };
  return { body, headers };
}

export type SignedDelivery = ReturnType<typeof signDelivery>;

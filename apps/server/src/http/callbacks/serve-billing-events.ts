import express, { type Request, type Response, type Router } from 'express';
import { Refusal } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { countAddress } from '../apply-policy.ts';
import { readCapped } from '../bodies/read-capped.ts';
import type { AddressLimiter } from '../limits/count-address.ts';
import { stateOf } from '../request-state.ts';

export const BILLING_EVENTS_PATH = '/v1/billing/stripe/events';

/** An event has some 10 KiB. */
const MAX_EVENT_BYTES = 256 * 1024;

type Receive = (sent: { body: Buffer; signature: string | undefined }) => Promise<void>;

/** The signature is the credential, and an event's id stands for an Idempotency-Key. */
export const serveBillingEvents = (
  context: Pick<Context, 'clock'>,
  limiter: AddressLimiter,
  receive: Receive,
): Router => {
  const router = express.Router();
  router.all(BILLING_EVENTS_PATH, async (request: Request, response: Response) => {
    stateOf(request).routeTemplate = BILLING_EVENTS_PATH;
    countAddress(context, limiter, { request, response });
    if (request.method !== 'POST') {
      throw new Refusal('method_not_allowed', 'This path takes POST.', { headers: { Allow: 'POST' } });
    }
    const body = await readCapped(request, MAX_EVENT_BYTES);
    await receive({ body, signature: request.get('stripe-signature') });
    response.status(204).end();
  });
  return router;
};

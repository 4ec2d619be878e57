import express, { type Request, type Response, type Router } from 'express';
import { Refusal } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { countAddress } from '../apply-policy.ts';
import { readCapped } from '../bodies/read-capped.ts';
import type { AddressLimiter } from '../limits/count-address.ts';
import { stateOf } from '../request-state.ts';

export const MESSAGE_CALLBACKS_PATH = '/v1/messages/callbacks/:provider';

/** A callback has some hundred bytes. */
const MAX_CALLBACK_BYTES = 16 * 1024;

type Receive = (sent: {
  provider: string;
  body: Buffer;
  signature: string | undefined;
  authorization: string | undefined;
}) => Promise<void>;

/** The signature, or the secret, is the credential; the message's id lets a callback count once. */
export const serveMessageCallbacks = (
  context: Pick<Context, 'clock'>,
  limiter: AddressLimiter,
  receive: Receive,
): Router => {
  const router = express.Router();
  router.all(MESSAGE_CALLBACKS_PATH, async (request: Request, response: Response) => {
    stateOf(request).routeTemplate = MESSAGE_CALLBACKS_PATH;
    countAddress(context, limiter, { request, response });
    if (request.method !== 'POST') {
      throw new Refusal('method_not_allowed', 'This path takes POST.', { headers: { Allow: 'POST' } });
    }
    await receive({
      provider: String(request.params['provider']),
      body: await readCapped(request, MAX_CALLBACK_BYTES),
      signature: request.get('svc-signature'),
      authorization: request.get('authorization'),
    });
    response.status(204).end();
  });
  return router;
};

import { answerDelivery, type WebhookReply } from './answer-delivery.ts';
import type { WebhookBody, WebhookHeaders } from './webhook-delivery.ts';
import type { WebhookHandlerOptions } from './webhook-handler-options.ts';

/** A delivery as a framework hands it over. */
export interface ReceivedWebhook {
  /**
   * The request's method.
   * @default 'POST'
   */
  method?: string | undefined;
  /** Fetch's `Headers`, Node's `request.headers`, or a plain object; the case of names is ignored. */
  headers: WebhookHeaders;
  /** The raw request body, as it came: a string or bytes, never parsed JSON. */
  body: WebhookBody;
}

/**
 * Verifies and handles a delivery whose body was read already, and says what to answer: for what
 * neither Fetch nor Node's http serves, such as AWS Lambda. Never rejects.
 * {@link createWebhookHandler} does the same and reads the body itself.
 *
 * @typeParam Newer types of events that this package does not know yet, and that `on` has handlers for
 *
 * @example
 * ```ts
 * const { status, headers, body } = await receiveWebhook(
 *   { headers: request.headers, body: request.body },
 *   { on: { 'session.joined': (event) => console.log(event.data.id) } },
 * );
 * ```
 */
export const receiveWebhook = <Newer extends string = never>(
  { method = 'POST', headers, body }: ReceivedWebhook,
  options: WebhookHandlerOptions<Newer>,
): Promise<WebhookReply> => answerDelivery({ method, headers, readBody: async () => body }, options);

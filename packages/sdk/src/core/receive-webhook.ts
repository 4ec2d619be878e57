import { answerDelivery } from '../internal/answer-delivery.ts';
import type { WebhookBody, WebhookHeaders } from '../internal/webhook-delivery.ts';
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

/** What to answer a delivery. */
export interface WebhookReply {
  /**
   * 204: handled, passed over, or a ping; 400: refused; 405: not a POST; 413: too long; 500: the receiver
   * failed. The service tries again after anything but 2xx.
   */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or empty with 204. */
  readonly body: string;
}

/**
 * Verifies and handles a delivery whose body was read already, and says what to answer: for what
 * neither Fetch nor Node's http serves, such as AWS Lambda. Never rejects.
 * {@link createWebhookHandler} does the same and reads the body itself.
 *
 * @example
 * ```ts
 * const { status, headers, body } = await receiveWebhook(
 *   { headers: request.headers, body: request.body },
 *   { on: { 'session.joined': (event) => console.log(event.data.id) } },
 * );
 * ```
 */
export const receiveWebhook = (
  { method = 'POST', headers, body }: ReceivedWebhook,
  options: WebhookHandlerOptions,
): Promise<WebhookReply> => answerDelivery({ method, headers, readBody: async () => body }, options);

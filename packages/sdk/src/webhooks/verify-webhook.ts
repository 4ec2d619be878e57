import { computeHmac, computeHmacAsync } from './hmac.ts';
import {
  includesSignature,
  readSecrets,
  readSignature,
  type WebhookBody,
  type WebhookHeaders,
} from './webhook-delivery.ts';
import type { WebhookEvent } from './webhook-event.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

export interface VerifyWebhookInput {
  /** The raw request body, as it came: a string or bytes, never parsed JSON. */
  body: WebhookBody;
  /** Fetch's `Headers`, Node's `request.headers`, or a plain object; the case of names is ignored. */
  headers: WebhookHeaders;
  /** The endpoint's signing secret; during a rotation the new and the old one. */
  secrets: string | readonly string[];
  /**
   * Most seconds of the signature's time from now, in either direction.
   * @default 300
   */
  toleranceSeconds?: number | undefined;
  /**
   * The time to compare with, a `Date` or milliseconds since the Unix epoch.
   * @default the present
   */
  now?: Date | number | undefined;
}

/** Event whose signature holds; as `VerifiedWebhookEvent<'session.future'>` also of a type that this package lacks. */
export type VerifiedWebhookEvent<Newer extends string = never> = WebhookEvent<Newer> & {
  /** Index of the secret that signed it. Not enumerable: it is no part of the event. */
  readonly secretIndex: number;
};

/**
 * Verifies a delivery and returns its event. It checks `Svc-Signature` alone: HMAC-SHA256, in hex, of
 * `{t}.{raw body}`, keyed with the UTF-8 bytes of the whole secret (`whsec_` included).
 * A delivery can come twice: remember `event.id` of what you have handled.
 *
 * @throws {WebhookVerificationError} when the delivery must not be trusted; `reason` says why
 * @throws {UsageError} when the call is wrong: a parsed body, no secret
 *
 * @example
 * ```ts
 * const event = verifyWebhook({ body: request.body, headers: request.headers, secrets: [secret] });
 * if (event.type === 'session.joined') console.log(event.data.id, event.data.invite.id);
 * ```
 */
export function verifyWebhook(input: VerifyWebhookInput): VerifiedWebhookEvent {
  return readEvent(input, (secret, timestamp) =>
    computeHmac(secret, `${timestamp}.`, input.body).digest('hex'),
  );
}

/**
 * {@link verifyWebhook} by WebCrypto, for runtimes without node:crypto. Where there is node:crypto
 * the synchronous one is several times faster.
 *
 * @example
 * ```ts
 * const event = await verifyWebhookAsync({ body: await request.text(), headers: request.headers, secrets });
 * ```
 */
export async function verifyWebhookAsync(input: VerifyWebhookInput): Promise<VerifiedWebhookEvent> {
  const { timestamp } = readSignature(input.headers);
  const secrets = readSecrets(input.body, input.secrets);
  const signatures = await Promise.all(
    secrets.map((secret) => computeHmacAsync(secret, `${timestamp}.`, input.body)),
  );
  return readEvent(input, (secret) => signatures[secrets.indexOf(secret)] ?? '');
}

function readEvent(
  { body, headers, secrets, toleranceSeconds = 300, now = Date.now() }: VerifyWebhookInput,
  sign: (secret: string, timestamp: string) => string,
): VerifiedWebhookEvent {
  const { timestamp, signatures } = readSignature(headers);
  const secretIndex = readSecrets(body, secrets).findIndex((secret) =>
    includesSignature(signatures, sign(secret, timestamp)),
  );
  if (secretIndex < 0) {
    throw new WebhookVerificationError('no_match', 'Wrong secret, or the body is not raw');
  }
  // Judged after the signature, so that a wrong clock differs from a forgery.
  const skewSeconds = Math.floor(+now / 1000 - +timestamp);
  if (!(Math.abs(skewSeconds) <= toleranceSeconds)) {
    const word = skewSeconds > 0 ? 'old' : 'new';
    throw new WebhookVerificationError(`too_${word}`, `Too ${word}: replay, or wrong clock`, skewSeconds);
  }
  try {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    const event = JSON.parse(text) as { type?: unknown } | null;
    if (typeof event?.type === 'string')
      return Object.defineProperty(event, 'secretIndex', { value: secretIndex }) as VerifiedWebhookEvent;
  } catch {
    // The error below tells the receiver.
  }
  throw new WebhookVerificationError('bad_json', 'Signed, no event');
}

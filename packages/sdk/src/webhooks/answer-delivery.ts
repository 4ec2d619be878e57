import { FieldInspectionError, UsageError } from '../errors/field-inspection-error.ts';
import { checkHandlers } from './check-handlers.ts';
import { type VerifiedWebhookEvent, verifyWebhook, verifyWebhookAsync } from './verify-webhook.ts';
import { readHeader, type WebhookBody, type WebhookHeaders } from './webhook-delivery.ts';
import type {
  WebhookContext,
  WebhookErrorContext,
  WebhookHandlerOptions,
  WebhookSecrets,
} from './webhook-handler-options.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

/** Answer to a delivery. */
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

/** The body is still to be read, by a function that bounds it. */
export interface Delivery {
  readonly method: string | undefined;
  readonly headers: WebhookHeaders;
  readBody(maxBytes: number): Promise<WebhookBody>;
}

const DEFAULT_MAX_BODY_BYTES = 1_048_576;

/** Never rejects. */
export async function answerDelivery(
  delivery: Delivery,
  options: WebhookHandlerOptions,
): Promise<WebhookReply> {
  if (delivery.method !== 'POST') return reply(405, { error: 'method_not_allowed' }, { Allow: 'POST' });
  let event: VerifiedWebhookEvent | undefined;
  try {
    checkHandlers(options);
    const body = await delivery.readBody(options.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES);
    if (isFirstPing({ delivery, body })) return reply(204);
    event = await verify({ delivery, body }, options);
    if (event.type !== 'ping') await handleOnce(event, readContext(event, delivery), options);
    return reply(204);
  } catch (error) {
    const refusal = event ? reply(500, { error: 'handler_failed' }) : explain(error);
    await report(error, { status: refusal.status, ...(event && { event }) }, options);
    return refusal;
  }
}

type Arrived = { delivery: Delivery; body: WebhookBody };

/**
 * The first ping is unsigned, since nobody knows the secret yet, and nothing is done with it. Signed pings are
 * verified, so that a test fire shows a wrong secret.
 */
function isFirstPing({ delivery: { headers }, body }: Arrived): boolean {
  if (readHeader(headers, 'svc-event-type') !== 'ping' || readHeader(headers, 'svc-signature')) return false;
  try {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    const { type, data = {} } = JSON.parse(text) as { type?: unknown; data?: object };
    return type === 'ping' && !Object.keys(data)[0];
  } catch {
    return false;
  }
}

async function verify(
  { delivery, body }: Arrived,
  { secrets = readEnvironment(), toleranceSeconds, now = Date.now }: WebhookHandlerOptions,
): Promise<VerifiedWebhookEvent> {
  // node:crypto is several times faster than WebCrypto.
  const isSync = globalThis.process?.getBuiltinModule?.('node:crypto') !== undefined;
  return (isSync ? verifyWebhook : verifyWebhookAsync)({
    body,
    headers: delivery.headers,
    secrets: typeof secrets === 'function' ? await secrets() : secrets,
    toleranceSeconds,
    now: now(),
  });
}

const readEnvironment = (): WebhookSecrets =>
  (globalThis.process?.env?.['FIELD_INSPECTION_WEBHOOK_SECRET'] ?? '').split(/\s*,\s*/);

const readContext = ({ secretIndex }: VerifiedWebhookEvent, { headers }: Delivery): WebhookContext => ({
  secretIndex,
  attempt: Number(readHeader(headers, 'svc-delivery-attempt')) || null,
});

async function handleOnce(
  event: VerifiedWebhookEvent,
  context: WebhookContext,
  { on, onUnknown, dedupe, onError }: WebhookHandlerOptions,
): Promise<void> {
  if (await dedupe?.seen(event.id)) return;
  // An own property: a type such as `constructor` must not find an inherited method.
  const handler = Object.hasOwn(on, event.type) ? on[event.type as keyof typeof on] : onUnknown;
  await (handler as typeof onUnknown)?.(event, context);
  try {
    await dedupe?.mark(event.id);
  } catch (error) {
    // The effect has happened: answered as a failure, the event would come again.
    await report(error, { status: 204, event }, { on, onError });
  }
}

function explain(error: unknown): WebhookReply {
  if (error instanceof WebhookVerificationError)
    return reply(error.reason === 'too_large' ? 413 : 400, { error: error.reason });
  if (error instanceof UsageError) return reply(500, { error: 'misconfigured', message: error.message });
  return reply(500, { error: 'failed' });
}

async function report(
  error: unknown,
  context: WebhookErrorContext,
  { onError = writeToConsole }: WebhookHandlerOptions,
): Promise<void> {
  try {
    await onError(error, context);
  } catch (failure) {
    console.error(failure);
  }
}

// The message of our own errors says all, so a stack adds nothing.
const writeToConsole = (error: unknown) =>
  console.error(error instanceof FieldInspectionError ? String(error) : error);

const reply = (status: number, body?: object, headers: Record<string, string> = {}): WebhookReply => ({
  status,
  headers: body ? { 'Content-Type': 'application/json', ...headers } : headers,
  body: body ? JSON.stringify(body) : '',
});

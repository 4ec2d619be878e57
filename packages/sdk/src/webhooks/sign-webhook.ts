import { UsageError } from '../errors/field-inspection-error.ts';
import { computeHmac } from './hmac.ts';
import { readSecrets, type WebhookBody } from './webhook-delivery.ts';

export interface SignWebhookInput {
  /** The body exactly as it is sent. */
  body: WebhookBody;
  /** The signing secret, `whsec_` and base64. Either this or `secrets`. */
  secret?: string | undefined;
  /** During a rotation the new and the old one, in this order: each gives a signature. */
  secrets?: readonly string[] | undefined;
  /**
   * Unix time in whole seconds.
   * @default the present
   */
  timestamp?: number | undefined;
  /**
   * The event's id.
   * @default the `id` in the body
   */
  id?: string | undefined;
}

/** The headers that sign a delivery. */
export type WebhookSignatureHeaders = {
  'Svc-Signature': string;
  'Svc-Event-Id': string;
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
};

/**
 * Signs a delivery as the service does; the service signs with this very function. For tests of your
 * receiver. Needs node:crypto.
 *
 * Two signatures stand side by side: `Svc-Signature`, which {@link verifyWebhook} checks, and that of
 * Standard Webhooks (`webhook-signature`, over `{id}.{timestamp}.{body}`, keyed with the bytes that
 * the base64 after `whsec_` stands for), which any of its libraries checks.
 *
 * @example
 * ```ts
 * const body = JSON.stringify({ id: 'evt_1', type: 'ping', data: {} });
 * const headers = signWebhook({ body, secret: 'whsec_dGVzdA==' });
 * verifyWebhook({ body, headers, secrets: ['whsec_dGVzdA=='] });
 * ```
 */
export function signWebhook(input: SignWebhookInput): WebhookSignatureHeaders {
  const { body, secret, timestamp = Math.floor(Date.now() / 1000) } = input;
  const secrets = readSecrets(body, input.secrets ?? secret ?? []);
  const id = input.id ?? readId(body);
  if (!/^[\x21-\x7e]+$/.test(id)) throw new UsageError('id must be printable ASCII: it stands in a header');
  if (!/^\d{1,12}$/.test(String(timestamp))) throw new UsageError('timestamp must be whole Unix seconds');

  const own = secrets.map((key) => computeHmac(key, `${timestamp}.`, body).digest('hex'));
  const standard = secrets.map((key) =>
    computeHmac(decodeSecret(key), `${id}.${timestamp}.`, body).digest('base64'),
  );
  return {
    'Svc-Signature': [`t=${timestamp}`, ...own.map((signature) => `v1=${signature}`)].join(','),
    'Svc-Event-Id': id,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standard.map((signature) => `v1,${signature}`).join(' '),
  };
}

function readId(body: WebhookBody): string {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  try {
    const { id } = JSON.parse(text) as { id?: unknown };
    if (typeof id === 'string') return id;
  } catch {
    // The error below names the remedy.
  }
  throw new UsageError('The body has no id: pass id');
}

function decodeSecret(secret: string): Uint8Array {
  try {
    const characters = atob(secret.replace(/^whsec_/, ''));
    const bytes = new Uint8Array(characters.length);
    // Uint8Array.from takes as long as a signature (measured).
    for (let position = 0; position < bytes.length; position++)
      bytes[position] = characters.charCodeAt(position);
    return bytes;
  } catch {
    // The secret must not end in a log, so the message leaves it out.
    throw new UsageError('A secret is not whsec_ and base64');
  }
}

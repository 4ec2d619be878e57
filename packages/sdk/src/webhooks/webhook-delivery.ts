import { UsageError } from '../errors/field-inspection-error.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

/** The headers of a delivery: Fetch's `Headers`, Node's `request.headers`, or a plain object. */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The raw body of a delivery, as it came. */
export type WebhookBody = string | Uint8Array;

/** Refuses a parsed body, whose bytes differ from those sent, and an empty secret, with which anybody can sign. */
export function readSecrets(body: unknown, secrets: string | readonly string[]): readonly string[] {
  if (typeof body !== 'string' && !ArrayBuffer.isView(body))
    throw new UsageError('The body is not raw: express.raw({type:"*/*"}) or request.text()');
  // An array's text has commas between its members.
  if (secrets && !/(^|,)(,|$)|\s/.test(`${secrets}`)) return [secrets].flat();
  throw new UsageError('A secret is not set, or has white space');
}

/**
 * Reads `Svc-Signature: t=<unix seconds>,v1=<hex>[,v1=<hex>]`; signatures keep their `v1=`. Other schemes are ignored,
 * so that one can be added. 16 signatures at most, since each costs a comparison.
 */
export function readSignature(headers: WebhookHeaders): { timestamp: string; signatures: string[] } {
  const header = (readHeader(headers, 'svc-signature') ?? '').toLowerCase();
  const timestamp = header.match(/^t=(\d{1,12}),/)?.[1];
  const signatures = header.match(/\bv1=[\da-f]{64}\b/g);
  if (timestamp && signatures && !signatures[16]) return { timestamp, signatures };
  throw header
    ? new WebhookVerificationError('malformed', 'Svc-Signature is not t=...,v1=...')
    : new WebhookVerificationError('missing_header', 'Svc-Signature is missing');
}

/** Names have any case; gives `undefined` or `null` without a value. */
export function readHeader(headers: WebhookHeaders = {}, name: string): string | null | undefined {
  if (typeof headers.get === 'function') return headers.get(name);
  return Object.entries(headers)
    .find(([key]) => key.toLowerCase() === name)?.[1]
    ?.toString();
}

/** The time does not tell where signatures differ. */
export function includesSignature(signatures: readonly string[], own: string): boolean {
  return signatures.some((signature) => {
    let difference = 0;
    for (let index = 0; index < 64; index++)
      difference |= own.charCodeAt(index) ^ signature.charCodeAt(index + 'v1='.length);
    return !difference;
  });
}

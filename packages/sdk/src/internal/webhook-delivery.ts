import { UsageError } from '../core/field-inspection-error.ts';
import { WebhookVerificationError } from '../core/webhook-verification-error.ts';

/** The headers of a delivery: Fetch's `Headers`, Node's `request.headers`, or a plain object. */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The raw body of a delivery, as it came. */
export type WebhookBody = string | Uint8Array;

/**
 * What a signature is made of: the body and the secrets, as a list. A parsed body has other bytes than
 * what was sent, and an empty secret makes signatures that anybody can make.
 */
export function readSecrets(body: unknown, secrets: string | readonly string[]): readonly string[] {
  if (typeof body !== 'string' && !ArrayBuffer.isView(body))
    throw new UsageError('body must be the raw request body: express.raw() or request.text()');
  // An array's text is its members with commas between.
  if (secrets && /^[^\s,]+(,[^\s,]+)*$/.test(`${secrets}`)) return [secrets].flat();
  throw new UsageError('secrets must be strings without white space: is the variable set?');
}

/**
 * Reads `Svc-Signature: t=<unix seconds>,v1=<hex>[,v1=<hex>]`; the signatures keep their `v1=`. Other
 * schemes are passed over, so that one can be added. At most 16 signatures: each costs a comparison.
 */
export function readSignature(headers: WebhookHeaders): { timestamp: string; signatures: string[] } {
  const header = readHeader(headers, 'svc-signature') ?? '';
  const parts = header.toLowerCase().split(/[\s,]+/);
  const [time = '', ...signatures] = parts.filter((part) => /^(t|v1)=/.test(part)).sort();
  if (/^t=\d{1,12}(,v1=[\da-f]{64}){1,16}$/.test(`${time},${signatures}`))
    return { timestamp: time.slice(2), signatures };
  throw new WebhookVerificationError(
    header ? 'malformed' : 'missing_header',
    'Svc-Signature must be t=<seconds>,v1=<hex>',
  );
}

/** A header's value, whatever the case of its name; `undefined` or `null` without one. */
export function readHeader(headers: WebhookHeaders, name: string): string | null | undefined {
  if (typeof headers.get === 'function') return headers.get(name);
  return Object.entries(headers)
    .find(([key]) => key.toLowerCase() === name)?.[1]
    ?.toString();
}

/** Whether a signature is among those of a header; the time it takes says nothing about where they differ. */
export function includesSignature(signatures: readonly string[], own: string): boolean {
  return signatures.some((signature) => {
    let difference = 0;
    for (let index = 0; index < own.length; index++)
      difference |= own.charCodeAt(index) ^ signature.charCodeAt(index + 'v1='.length);
    return difference === 0;
  });
}

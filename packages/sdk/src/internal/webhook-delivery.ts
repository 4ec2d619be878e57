import { UsageError } from '../core/field-inspection-error.ts';
import { WebhookVerificationError } from '../core/webhook-verification-error.ts';

/** The headers of a delivery: Fetch's `Headers`, Node's `request.headers`, or a plain object. */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The raw body of a delivery, as it came. */
export type WebhookBody = string | Uint8Array;

const SIGNATURES_MAX = 16;

/**
 * Reads `Svc-Signature: t=<unix seconds>,v1=<hex>[,v1=<hex>]`. Schemes other than v1 are passed over,
 * so that one can be added. The number of signatures is bounded: each costs a comparison.
 */
export function readSignature(headers: WebhookHeaders): { timestamp: string; signatures: string[] } {
  const header = readHeader(headers, 'svc-signature');
  if (!header) throw new WebhookVerificationError('missing_header', 'There is no Svc-Signature header');
  const timestamps: string[] = [];
  const signatures: string[] = [];
  for (const part of header.split(',')) {
    const [scheme, value = ''] = part.trim().split('=');
    if (scheme === 't') timestamps.push(value);
    if (scheme === 'v1') signatures.push(value.toLowerCase());
  }
  const [timestamp = '', ...repeated] = timestamps;
  const isWellFormed =
    /^\d{1,12}$/.test(timestamp) &&
    repeated.length === 0 &&
    signatures.length > 0 &&
    signatures.length <= SIGNATURES_MAX &&
    signatures.every((signature) => /^[0-9a-f]{64}$/.test(signature));
  if (isWellFormed) return { timestamp, signatures };
  throw new WebhookVerificationError('malformed', 'Svc-Signature is not t=<seconds>,v1=<hex>');
}

function readHeader(headers: WebhookHeaders, name: string): string | null | undefined {
  if (typeof headers.get === 'function') return headers.get(name);
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return entry?.[1]?.toString();
}

/** Refuses what was not sent as it stands. */
export function checkBody(body: unknown): asserts body is WebhookBody {
  if (typeof body === 'string' || ArrayBuffer.isView(body)) return;
  throw new UsageError(
    'body must be the raw request body, a string or bytes, not parsed JSON: ' +
      "express.raw({ type: 'application/json' }), or await request.text()",
  );
}

/** The secrets as a list. An empty one would make signatures that anybody can make. */
export function readSecrets(secrets: string | readonly string[]): readonly string[] {
  const list = [secrets].flat();
  const isValid = (secret: unknown) => typeof secret === 'string' && /^\S+$/.test(secret);
  if (list.length > 0 && list.every(isValid)) return list;
  throw new UsageError('secrets must be strings, not empty, without white space: is the variable set?');
}

/** Compares in a time that says nothing about where two digests differ. */
export function equalDigests(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index++) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}

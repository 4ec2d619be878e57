import { UsageError } from '../core/field-inspection-error.ts';
import { WebhookVerificationError } from '../core/webhook-verification-error.ts';

/** The headers of a delivery: Fetch's `Headers`, Node's `request.headers`, or a plain object. */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The raw body of a delivery, as it came. */
export type WebhookBody = string | Uint8Array;

/**
 * Reads `Svc-Signature: t=<unix seconds>,v1=<hex>[,v1=<hex>]`. Schemes other than v1 are passed over,
 * so that one can be added. At most 16 signatures: each costs a comparison.
 */
export function readSignature(headers: WebhookHeaders): { timestamp: string; signatures: string[] } {
  const header = readHeader(headers, 'svc-signature');
  if (!header) throw new WebhookVerificationError('missing_header', 'There is no Svc-Signature header');
  const parts = header.split(',').map((part) => part.trim());
  const read = (scheme: string) =>
    parts.filter((part) => part.startsWith(scheme)).map((part) => part.slice(scheme.length));
  const [timestamp, signatures] = [read('t=').join(), read('v1=')];
  if (/^\d{1,12}:[\da-f]{64}(,[\da-f]{64}){0,15}$/i.test(`${timestamp}:${signatures}`))
    return { timestamp, signatures };
  throw new WebhookVerificationError('malformed', 'Svc-Signature is not t=<seconds>,v1=<hex>');
}

/** A header's value, whatever the case of its name; `undefined` or `null` without one. */
export function readHeader(headers: WebhookHeaders, name: string): string | null | undefined {
  if (typeof headers.get === 'function') return headers.get(name);
  return Object.entries(headers)
    .find(([key]) => key.toLowerCase() === name)?.[1]
    ?.toString();
}

/** Refuses what was not sent as it stands. */
export function checkBody(body: unknown): asserts body is WebhookBody {
  if (typeof body === 'string' || ArrayBuffer.isView(body)) return;
  throw new UsageError(
    'body must be the raw request body: express.raw() or request.text()',
  );
}

/** The secrets as a list. An empty one would make signatures that anybody can make. */
export function readSecrets(secrets: string | readonly string[]): readonly string[] {
  const list = [secrets].flat();
  if (list.length > 0 && list.every((secret) => typeof secret === 'string' && /^\S+$/.test(secret))) return list;
  throw new UsageError('secrets must be strings without white space: is the variable set?');
}

/** Compares two signatures in hex in a time that says nothing about where they differ. */
export function equalSignatures(one: string, other: string): boolean {
  let difference = 0;
  for (let index = 0; index < 64; index++) difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
}

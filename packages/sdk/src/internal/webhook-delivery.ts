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
  const values = (scheme: string) =>
    header
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part.startsWith(`${scheme}=`))
      .map((part) => part.slice(scheme.length + 1));
  const timestamps = values('t');
  const signatures = values('v1').map((signature) => signature.toLowerCase());
  const [timestamp = ''] = timestamps;
  const isWellFormed =
    timestamps.length === 1 &&
    /^\d{1,12}$/.test(timestamp) &&
    signatures.length > 0 &&
    signatures.length <= SIGNATURES_MAX &&
    signatures.every((signature) => /^[0-9a-f]{64}$/.test(signature));
  if (isWellFormed) return { timestamp, signatures };
  throw new WebhookVerificationError('malformed', 'Svc-Signature must be of the form t=<seconds>,v1=<hex>');
}

function readHeader(headers: WebhookHeaders, name: string): string | null | undefined {
  if (typeof headers.get === 'function') return headers.get(name);
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return entry?.[1]?.toString();
}

/** Checks what would otherwise verify nothing, or something else than was sent. */
export function checkBody(body: unknown): asserts body is WebhookBody {
  if (typeof body === 'string' || ArrayBuffer.isView(body)) return;
  throw new UsageError(
    'body must be the raw request body, a string or bytes: JSON that was parsed and written anew has other ' +
      "bytes. Express: express.raw({ type: 'application/json' }) on this route, then request.body. " +
      'Fetch: await request.text()',
  );
}

/** The secrets as a list. */
export function readSecrets(secrets: string | readonly string[]): readonly string[] {
  const list = typeof secrets === 'string' ? [secrets] : secrets;
  if (!Array.isArray(list) || list.length === 0)
    throw new UsageError('secrets must hold at least one secret');
  for (const secret of list as unknown[]) {
    if (typeof secret === 'string' && /^\S+$/.test(secret)) continue;
    throw new UsageError('A secret is empty, not a string or has white space: is its variable set?');
  }
  return list;
}

/** Compares in a time that says nothing about where two digests differ. */
export function equalDigests(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index++) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}

import { EvidenceError } from '../evidence-error.ts';
import { readBer, type DerNode } from '../der/read-der.ts';
import { openFields, type Fields } from '../der/read-fields.ts';
import { readInteger } from '../der/read-values.ts';
import { BIT_STRING, INTEGER, SEQUENCE, UTF8_STRING } from '../der/tags.ts';
import { MAX_ANSWER_STEPS, openBudget, TooComplex } from '../step-budget.ts';
import { Refusal } from '../timestamp-refusal.ts';

const MAX_REASONS = 3;

type Status = { status: number; texts: readonly string[]; failures: readonly string[] };

const STATUSES = [
  'granted',
  'granted with modifications',
  'rejection',
  'waiting',
  'revocation warning',
  'revocation notification',
];

// Keys are bit numbers. 32 bits leave room for more failures.
const FAILURES: ReadonlyMap<number, string> = new Map([
  [0, 'the hash algorithm is not supported'],
  [2, 'the transaction is not permitted or supported'],
  [5, 'the request has the wrong format'],
  [14, "the authority's time source is not available"],
  [15, 'the policy is not supported'],
  [16, 'the extension is not supported'],
  [17, 'the additional information is not understood or not available'],
  [25, 'the authority has a system failure'],
]);

/**
 * Reads an authority's reply to a request. A token in it is not judged: give it to `verifyTimestamp`. Keep its bytes as
 * they are: writing a parsed token anew would mend, unseen, what was damaged.
 *
 * @param der the body of an `application/timestamp-reply`.
 * @returns `status`, 0 (granted) or 1 (granted with modifications), and `token`, a copy of its bytes as received.
 * @throws {EvidenceError} `timestamp_refused` when the authority gave none, with its reasons in words;
 *   `malformed_reply` when this is no reply, as when a proxy answered with a page.
 *
 * @example
 * ```ts
 * import { EvidenceError, readTimestampReply } from '@field-inspection/evidence';
 *
 * const refusal = Uint8Array.of(0x30, 0x09, 0x30, 0x07, 0x02, 0x01, 0x02, 0x03, 0x02, 0x02, 0x04);
 * try {
 *   readTimestampReply(refusal);
 * } catch (error) {
 *   if (!(error instanceof EvidenceError)) throw error;
 *   console.log(error.message); // The authority gave no timestamp: rejection; the request has the wrong format.
 * }
 * ```
 *
 * @see https://www.rfc-editor.org/rfc/rfc3161#section-2.4.2
 */
export function readTimestampReply(der: Uint8Array): { status: 0 | 1; token: Uint8Array } {
  const { status, texts, failures, token } = readReply(der);
  if (status !== 0 && status !== 1) {
    const reasons = [STATUSES[status] ?? `status ${status}`, ...failures, ...texts];
    throw new EvidenceError('timestamp_refused', `The authority gave no timestamp: ${reasons.join('; ')}.`);
  }
  if (!token) throw new EvidenceError('malformed_reply', 'The authority granted a timestamp, but sent none.');
  return { status, token: new Uint8Array(token.bytes) };
}

function readReply(der: Uint8Array): Status & { token: DerNode | undefined } {
  try {
    const fields = openFields(readBer(der, openBudget(MAX_ANSWER_STEPS)), SEQUENCE, 'reply');
    const status = readStatus(openFields(fields.take(SEQUENCE), SEQUENCE, 'status'));
    const token = fields.takeOptional(SEQUENCE);
    fields.end();
    return { ...status, token };
  } catch (cause) {
    if (!(cause instanceof Refusal || cause instanceof TooComplex)) throw cause;
    throw new EvidenceError('malformed_reply', `This is no timestamp reply. ${cause.message}`, { cause });
  }
}

function readStatus(fields: Fields): Status {
  const status = readInteger(fields.take(INTEGER));
  const texts = fields.takeOptional(SEQUENCE)?.children.slice(0, MAX_REASONS).map(readText) ?? [];
  const failures = readFailures(fields.takeOptional(BIT_STRING));
  fields.end();
  return { status, texts, failures };
}

// The authority's own words end in logs: escaped, and cut to a length.
function readText({ tag, content }: DerNode): string {
  if (tag !== UTF8_STRING) throw new Refusal('malformed', 'The status is not of its form.');
  return JSON.stringify(new TextDecoder().decode(content).slice(0, 200));
}

function readFailures(node: DerNode | undefined): string[] {
  if (!node) return [];
  const bytes = [...node.content.subarray(1, 5)];
  const bits = bytes.flatMap((byte) => [...byte.toString(2).padStart(8, '0')]);
  return bits.flatMap((bit, number) => (bit === '1' ? [FAILURES.get(number) ?? `failure ${number}`] : []));
}

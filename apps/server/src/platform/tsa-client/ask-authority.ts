import { requestOnce } from '../host-fetch/request-once.ts';
import type { TimestampAnswer } from './timestamp-authority.ts';
import type { TsaAddress } from '../../config/parse-tsa-urls.ts';

/** A token with its certificates takes some 6 KiB. */
const MAX_REPLY_BYTES = 65_536;
const TIMEOUT_MS = 10_000;

/**
 * RFC 3161, section 3.4. The host's operator has set the address, so private ones are allowed. Anyone may answer there:
 * no redirect is followed, one deadline covers everything, and a reply that is too long is not read to its end.
 * Organisations read the messages, so they name neither host nor password.
 */
export const askAuthority = async (
  { url, authorization }: TsaAddress,
  query: Uint8Array,
  { timeoutMs = TIMEOUT_MS, maxBytes = MAX_REPLY_BYTES }: { timeoutMs?: number; maxBytes?: number } = {},
): Promise<TimestampAnswer> => {
  // Always aborted at the end: an unread rest of the answer must not hold its connection.
  const exchange = new AbortController();
  const deadline = setTimeout(() => exchange.abort(), timeoutMs);
  try {
    const { statusCode, headers, body } = await requestOnce(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/timestamp-query',
        accept: 'application/timestamp-reply',
        ...(authorization ? { authorization } : {}),
      },
      body: query,
      signal: exchange.signal,
    });
    const refusal = judgeHead(statusCode, headers['content-type']);
    if (refusal) return refusal;
    const reply = await readCapped(body, maxBytes);
    if (reply) return { ok: true, reply };
    return fail('too_large', `The authority's answer is longer than ${maxBytes} bytes.`);
  } catch (error) {
    if (exchange.signal.aborted) {
      return fail('timeout', `The authority gave no complete answer within ${timeoutMs / 1000} s.`);
    }
    return fail('unreachable', `The authority could not be reached${nameCode(error)}.`);
  } finally {
    clearTimeout(deadline);
    exchange.abort();
  }
};

const fail = (
  failure: Extract<TimestampAnswer, { ok: false }>['failure'],
  message: string,
): TimestampAnswer => ({
  ok: false,
  failure,
  message,
});

const judgeHead = (
  status: number,
  contentType: string | string[] | undefined,
): TimestampAnswer | undefined => {
  if (status !== 200) return fail('http_status', `The authority answered with HTTP status ${status}.`);
  const type = String(contentType ?? '')
    .split(';')[0]!
    .trim()
    .toLowerCase();
  if (type === 'application/timestamp-reply') return undefined;
  return fail('content_type', 'The authority answered with something else than a timestamp reply.');
};

const readCapped = async (
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | undefined> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** The system's word, such as ECONNREFUSED; its sentence would hold the address. */
const nameCode = (error: unknown): string => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? `: ${code}` : '';
};

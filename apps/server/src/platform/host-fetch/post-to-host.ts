import { requestOnce } from './request-once.ts';

export type HostPost = {
  contentType: string;
  body: string;
  authorization?: string;
  timeoutMs: number;
  maxBytes: number;
};

export type HostAnswer =
  | { ok: true; status: number; body: string }
  | { ok: false; failure: 'unreachable' | 'timeout' | 'too_large'; message: string };

/**
 * The host's operator has set the address, so private ones are allowed. Anyone may answer there: no redirect is
 * followed, one deadline covers everything, and an answer that is too long is not read to its end. Messages name
 * neither the address nor the body.
 */
export const postToHost = async (
  url: string,
  { contentType, body, authorization, timeoutMs, maxBytes }: HostPost,
): Promise<HostAnswer> => {
  // Always aborted at the end: an unread rest of the answer must not hold its connection.
  const exchange = new AbortController();
  const deadline = setTimeout(() => exchange.abort(), timeoutMs);
  try {
    const answer = await requestOnce(url, {
      method: 'POST',
      headers: {
        'content-type': contentType,
        accept: 'application/json',
        ...(authorization ? { authorization } : {}),
      },
      body,
      signal: exchange.signal,
    });
    const read = await readCapped(answer.body, maxBytes);
    if (read !== undefined) return { ok: true, status: answer.statusCode, body: read };
    return { ok: false, failure: 'too_large', message: `the answer is longer than ${maxBytes} bytes` };
  } catch (error) {
    if (exchange.signal.aborted) {
      return { ok: false, failure: 'timeout', message: `no complete answer within ${timeoutMs / 1000} s` };
    }
    const { code } = error as { code?: unknown };
    const reason = typeof code === 'string' ? `: ${code}` : '';
    return { ok: false, failure: 'unreachable', message: `it could not be reached${reason}` };
  } finally {
    clearTimeout(deadline);
    exchange.abort();
  }
};

const readCapped = async (body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string | undefined> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

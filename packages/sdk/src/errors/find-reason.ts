/**
 * Finds the reason of a failed connection in a chain of causes: its first code (`ECONNREFUSED`, `UND_ERR_SOCKET`), or
 * else plain words of the innermost error (`bad port`).
 */
export function findReason(cause: unknown): string | null {
  let error = cause as { code?: unknown; message?: unknown; cause?: unknown } | null | undefined;
  let words: string | null = null;
  // A chain may lead back to itself.
  for (let depth = 0; error && depth < 5; depth++, error = error.cause as typeof error) {
    const { code, message } = error;
    // A caller's fetch may throw anything: only texts that look like a code, or like no secret, are told.
    if (typeof code === 'string' && /^\w{2,50}$/.test(code)) return code;
    if (typeof message === 'string' && /^[a-z]+( [a-z]+){1,7}$/i.test(message)) words = message;
  }
  return words;
}

/** Meanings of the commonest codes, by a part of each: the first that is in a code applies. */
const MEANINGS: Readonly<Record<string, string>> = {
  REFUSED: 'nothing listens there',
  NOTFOUND: 'no such host',
  AGAIN: 'no DNS',
  WRONG_VERSION: 'no TLS there: http://?',
  CERT: 'no valid certificate',
  SIGNATURE: 'no valid certificate',
  TIME: 'no answer',
  RESET: 'it hung up',
  SOCKET: 'it hung up',
};

export function describeReason(reason: string | null): string {
  const part = Object.keys(MEANINGS).find((key) => reason?.includes(key));
  return part ? `${reason}: ${MEANINGS[part]}` : (reason ?? 'unknown');
}

/** The first code in a chain of causes: `ECONNREFUSED`, `ENOTFOUND`, `UND_ERR_SOCKET`. */
export function findSystemCode(cause: unknown): string | undefined {
  let error = cause as { code?: unknown; cause?: unknown } | null | undefined;
  // A chain may lead back to itself.
  for (let depth = 0; error && depth < 5; depth++, error = error.cause as typeof error) {
    const { code } = error;
    // Whatever a fetch of the caller's throws: only what looks like a code is told.
    if (typeof code === 'string' && /^\w{2,50}$/.test(code)) return code;
  }
  return undefined;
}

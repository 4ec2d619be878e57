type HeaderSink = { set: (headers: Record<string, string>) => unknown };

/**
 * Says what the bytes of a reply are. What field persons send must never run as a page of ours. `isInline` is for what
 * the service itself made, and a browser shows in a viewer of its own, which a sandbox would keep from it.
 */
export const setFileHeaders = (
  response: HeaderSink,
  {
    mime,
    filename,
    byteSize,
    isInline = false,
  }: { mime: string; filename: string; byteSize: number | null; isInline?: boolean },
): void => {
  response.set({
    'Content-Type': mime,
    'Content-Disposition': `${isInline ? 'inline' : 'attachment'}; filename="${filename}"`,
    'Content-Security-Policy': policyOfFile(isInline),
    'X-Content-Type-Options': 'nosniff',
    ...(byteSize === null ? {} : { 'Content-Length': String(byteSize) }),
  });
};

/** What a file may do in a browser. It is of a reply without the bytes, too: a cache keeps what that one says. */
export const policyOfFile = (isInline = false): string =>
  isInline
    ? "frame-ancestors 'none'"
    : "default-src 'none'; img-src data:; frame-ancestors 'none'; base-uri 'none'; sandbox";

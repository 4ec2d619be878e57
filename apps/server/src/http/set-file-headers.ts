type HeaderSink = { set: (headers: Record<string, string>) => unknown };

/**
 * Sets the headers of a file. Files of field persons must never run as a page of ours. `isInline` is for files that the
 * service itself made, and that browsers show in a viewer of their own, which a sandbox would block.
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

/**
 * Gives the policy of a file in a browser. A reply without the bytes has it, too: a cache keeps that reply's headers.
 */
export const policyOfFile = (isInline = false): string =>
  isInline
    ? "frame-ancestors 'none'"
    : "default-src 'none'; img-src data:; frame-ancestors 'none'; base-uri 'none'; sandbox";

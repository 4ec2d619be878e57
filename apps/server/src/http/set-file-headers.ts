type HeaderSink = { set: (headers: Record<string, string>) => unknown };

/** Says what the bytes of a reply are. What field persons send must never run as a page of ours. */
export const setFileHeaders = (
  response: HeaderSink,
  { mime, filename, byteSize }: { mime: string; filename: string; byteSize: number | null },
): void => {
  response.set({
    'Content-Type': mime,
    'Content-Disposition': `attachment; filename="${filename}"`,
    'Content-Security-Policy': "default-src 'none'; img-src data:; sandbox",
    'X-Content-Type-Options': 'nosniff',
    ...(byteSize === null ? {} : { 'Content-Length': String(byteSize) }),
  });
};

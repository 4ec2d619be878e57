export type CappedBody = {
  /** Keeps what fits; false once something had to be left out. */
  push: (chunk: Uint8Array) => boolean;
  /** At most maxBytes of UTF-8, fit for a PostgreSQL text column: no U+0000, no lone surrogate. */
  excerpt: () => string;
};

export const createCappedBody = (maxBytes: number): CappedBody => {
  // One buffer that chunks are copied into. A slice of a chunk would keep alive the 64 KiB that were read with it,
  // and a receiver that drips single bytes would make thousands of those.
  let kept: Uint8Array | null = null;
  let lengthBytes = 0;
  return {
    push: (chunk) => {
      kept ??= new Uint8Array(maxBytes);
      const fitting = chunk.subarray(0, maxBytes - lengthBytes);
      kept.set(fitting, lengthBytes);
      lengthBytes += fitting.length;
      return fitting.length === chunk.length;
    },
    excerpt: () => (kept === null ? '' : toExcerpt(kept.subarray(0, lengthBytes), maxBytes)),
  };
};

const toExcerpt = (bytes: Uint8Array, maxBytes: number): string => {
  // stream: a character that the cap cuts in two is left out rather than replaced.
  const text = new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\uFFFD');
  // A replacement character takes three bytes where the byte that it stands for took one.
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
};

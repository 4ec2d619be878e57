/** Looks into a stream a few bytes ahead, and lets it through. Nothing but what is looked at is held. */
export type Reader = {
  /** How many bytes have passed. */
  at: () => number;
  /** The next bytes, which stay where they are; fewer where the stream ends. */
  peek: (size: number) => Promise<Buffer>;
  /** The next bytes as they come, or as many zeros in their place. */
  pass: (size: number, as?: 'they come' | 'zeros') => AsyncGenerator<Uint8Array>;
};

export const openReader = (source: AsyncIterator<Uint8Array>): Reader => {
  let held: Buffer = Buffer.alloc(0);
  let passed = 0;
  const hold = async (size: number): Promise<void> => {
    while (held.length < size) {
      const next = await source.next();
      if (next.done) return;
      held = held.length === 0 ? Buffer.from(next.value) : Buffer.concat([held, next.value]);
    }
  };
  return {
    at: () => passed,
    peek: async (size) => {
      await hold(size);
      return held.subarray(0, size);
    },
    pass: async function* (size, as = 'they come') {
      for (let left = size; left > 0;) {
        await hold(1);
        const bytes = held.subarray(0, left);
        if (bytes.length === 0) return;
        held = held.subarray(bytes.length);
        passed += bytes.length;
        left -= bytes.length;
        yield as === 'zeros' ? Buffer.alloc(bytes.length) : bytes;
      }
    },
  };
};

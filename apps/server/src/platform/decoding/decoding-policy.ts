export const DECODING_POLICY = {
  /** An organisation has two processes at most, and a session one. */
  atOnce: 4,
  /** MiB when blanked: an interlaced PNG of 60 megapixels 815, a WebP 550, a long campaign 535, a logo 230. */
  memoryMb: 1_024,
  /** Processor time bounds a hostile file; `timeoutMs` is a guard, since a busy host leaves little. */
  kinds: {
    /** A WebP of 60 megapixels takes 3.6 s, with others beside it five; an interlaced PNG 2.7 s, a JPEG 2.1 s. */
    photo: { processorMs: 20_000, timeoutMs: 120_000 },
    recording: { processorMs: 60_000, timeoutMs: 600_000 },
    /** A day takes 180 s as WebM. A job waits for it, and no person. */
    remux: { processorMs: 300_000, timeoutMs: 600_000 },
    /** 5 000 sessions, while somebody waits. Their words are of others, and Typst is one library for all. */
    campaign: { processorMs: 60_000, timeoutMs: 120_000 },
    /** An interlaced PNG of 16 megapixels takes 0.6 s, a line through 20 000 points 1.4 s. */
    logo: { processorMs: 6_000, timeoutMs: 60_000 },
  },
  /** A waiting process holds some 100 MB, and starts in 0.2 s. */
  idleMs: 30_000,
};

export type DecodingPolicy = typeof DECODING_POLICY;

export type ChildOrder = {
  kind: keyof DecodingPolicy['kinds'];
  module: string;
  make: string;
  order: unknown;
};

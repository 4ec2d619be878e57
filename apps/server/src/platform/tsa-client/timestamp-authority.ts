/** No address is spelled so. */
export const DEMO_AUTHORITY = 'demo';

/** An authority puts a time to a digest (RFC 3161). */
export type TimestampAuthority = {
  name: string;
  /** DER. The certificates of tokens must lead to one of these; without any, whoever verifies decides whom to trust. */
  roots: readonly Uint8Array[];
  ask: (request: Uint8Array) => Promise<TimestampAnswer>;
};

export type TimestampAnswer =
  { ok: true; reply: Uint8Array } | { ok: false; failure: TimestampFailure; message: string };

export type TimestampFailure = 'unreachable' | 'timeout' | 'http_status' | 'content_type' | 'too_large';

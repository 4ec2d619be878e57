/** The name of the server's own authority; no address is spelled so. */
export const DEMO_AUTHORITY = 'demo';

/** Someone who puts a time to a digest (RFC 3161). */
export type TimestampAuthority = {
  /** The address of the authority; `demo` for the server's own. */
  name: string;
  /** Roots that the certificates of its tokens must lead to, DER. None: whoever verifies decides whom to trust. */
  roots: readonly Uint8Array[];
  /** Asks once. The answer may be anything, and is judged elsewhere. */
  ask: (request: Uint8Array) => Promise<TimestampAnswer>;
};

export type TimestampAnswer =
  { ok: true; reply: Uint8Array } | { ok: false; failure: TimestampFailure; message: string };

/** Reasons why there is no reply to judge. */
export type TimestampFailure = 'unreachable' | 'timeout' | 'http_status' | 'content_type' | 'too_large';

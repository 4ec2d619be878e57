/**
 * What befalls a request to the fake, instead of or on top of its answer:
 * - `rate_limited`: 429 with `Retry-After`
 * - `server_error`: 500
 * - `network_error`: no connection; nothing was done
 * - `lost_reply`: the request was done, and the connection broke before its reply
 * - `cut_body`: the request was done, and the reply breaks in the middle of its body
 * - `slow`: the reply comes `delayMs` late
 */
export type FakeFault =
  | { readonly kind: 'rate_limited'; readonly retryAfterSeconds: number }
  | { readonly kind: 'server_error' | 'network_error' | 'lost_reply' | 'cut_body' }
  | { readonly kind: 'slow'; readonly delayMs: number };

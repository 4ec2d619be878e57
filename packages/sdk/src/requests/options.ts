import type { DeprecationNotice } from '../http/deprecation.ts';
import type { FetchFunction, WebSignal } from '../http/web-types.ts';
import type { Limiter } from './limiter.ts';

/** Options of a {@link FieldInspection} client. */
export interface ClientOptions {
  /**
   * The API key. Never printed by `console.log` or `JSON.stringify` of the client.
   * @default the environment's FIELD_INSPECTION_API_KEY
   */
  apiKey?: string | undefined;
  /**
   * `cookie`: calls as the member who is signed in, in place of an API key. For pages of the service's
   * own origin: the browser adds the cookie, which no script reads, and the service refuses the changes
   * of other origins. What the member's role does not allow is a `PermissionDeniedError`, and who is
   * signed out is an `AuthenticationError`.
   *
   * @example
   * ```ts
   * const client = new FieldInspection({ session: 'cookie' });
   * const mine = await client.sessions.list({ limit: 20 });
   * ```
   */
  session?: 'cookie' | undefined;
  /**
   * The service's origin, such as `https://inspections.example.com`; a path prefix is kept.
   * @default the environment's FIELD_INSPECTION_BASE_URL; with `session`, the origin of the page
   */
  baseUrl?: string | undefined;
  /**
   * Sends the requests: for proxies, tracing and tests.
   * @default the global `fetch`
   */
  fetch?: FetchFunction | undefined;
  /**
   * The longest an attempt may take, the reading of the body included. `Infinity`: no limit.
   * @default 30_000
   */
  timeoutMs?: number | undefined;
  /**
   * The longest a whole call may take: all its attempts, the waits between them, and all pages of a
   * list that are loaded from it. A wait that would pass it is not begun; the call fails at once with
   * a `DeadlineExceededError`. `Infinity`: no limit.
   * @default Infinity
   */
  deadlineMs?: number | undefined;
  /**
   * Tries after a failure that may pass: no connection, a reply that was cut off, a timeout, 408, 409
   * `idempotency_in_flight`, 429 and 5xx. Writes too: all attempts carry one Idempotency-Key.
   * @default 2
   */
  maxRetries?: number | undefined;
  /**
   * The longest wait that the service may ask for by `Retry-After`. Above it the call fails at once,
   * and `error.retryAfterMs` says how long.
   * @default 60_000
   */
  maxRetryAfterMs?: number | undefined;
  /**
   * Holds requests back, so that many at once keep to the key's limit: `createLimiter()`. One limiter
   * for one key; clients of the same key share it.
   * @default none: a call that is refused with 429 waits as `Retry-After` says
   */
  limiter?: Limiter | undefined;
  /** Names your application in front of the SDK's own `User-Agent`, such as `roof-app/2.1`. */
  userAgent?: string | undefined;
  /**
   * Told of each reply whose route will go, so that your logs say so before it has. What it throws is
   * ignored.
   */
  onDeprecation?: ((notice: DeprecationNotice) => void) | undefined;
  /** Replaces the clock, chance and waiting, so that tests of your code need no time. */
  runtime?: Partial<Runtime> | undefined;
}

/** Options of a single call. */
export interface RequestOptions {
  /** Ends the call at once: sending, reading the body and waiting for the next attempt. */
  signal?: WebSignal | undefined;
  /** Instead of the client's `timeoutMs`. */
  timeoutMs?: number | undefined;
  /** Instead of the client's `deadlineMs`. It begins when the call is made; for a list, with its first page. */
  deadlineMs?: number | undefined;
  /** Instead of the client's `maxRetries`. */
  maxRetries?: number | undefined;
  /** Further headers, or others than the SDK's own; `null` removes one. */
  headers?: Readonly<Record<string, string | null | undefined>> | undefined;
}

/** Options for the call of a list. */
export interface ListOptions extends RequestOptions {
  /**
   * A `checkpoint()` of an earlier iterator of the same list with the same filters, also in another
   * process: iterating goes on after the last item that was given before. The page size may be another.
   */
  resume?: string | undefined;
}

/** Options of a single write. */
export interface WriteOptions extends RequestOptions {
  /**
   * The key under which the service does this write once, for 24 hours. Give one that you keep (an
   * order number, a row's id), when a restart of your own must not repeat the write.
   * 1 to 255 printable ASCII characters.
   * @default a UUID made for this call, the same for all its attempts
   */
  idempotencyKey?: string | undefined;
}

/** The impure edges. */
export interface Runtime {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** At least 0 and below 1. */
  random(): number;
  /** A fresh UUID. */
  randomUuid(): string;
  /** Resolves after `ms`, or as soon as the signal is aborted. */
  sleep(ms: number, signal: WebSignal | undefined): Promise<void>;
}

import type { WebHeaders, WebSignal } from '../http/web-types.ts';

/** Type of {@link ClientOptions.limiter}. */
export interface Limiter {
  /**
   * Resolves when the request may be sent: to a function that must be told of its reply's headers, `null`
   * without a reply. Resolves to `null` when that would be too late, or the signal was aborted.
   */
  enter(turn: Turn): Promise<Leave | null>;
}

/** A request that is about to be sent. */
export interface Turn {
  /** The client's clock and waiting. */
  readonly runtime: {
    now(): number;
    sleep(ms: number, signal: WebSignal | undefined): Promise<void>;
  };
  readonly signal: WebSignal | undefined;
  /** The end of its call. */
  readonly endsAtMs: number;
}

export type Leave = (headers: Pick<WebHeaders, 'get'> | null) => void;

import type { RouteName } from '../contract/routes.ts';
import type { FakeCredential, FakeState } from '../state/fake-state.ts';

/** A request as it arrives. */
export interface FakeRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: { get(name: string): string | null };
  readonly text: string;
}

export interface FakeInput {
  readonly ids: readonly string[];
  readonly body: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly headers: { get(name: string): string | null };
  /** `null` on a route that needs none. */
  readonly credential: FakeCredential | null;
}

/** Handler of a route. Gives a value that becomes JSON, or a `Blob` that is sent as it is. */
export type FakeHandler = (state: FakeState, input: FakeInput) => unknown;

/** The handlers of a family of routes; one that is missing does not compile. */
export type FakeHandlers<Family extends string> = Readonly<
  Record<Extract<RouteName, `${Family}.${string}`>, FakeHandler>
>;

/** An answer before it becomes a response. */
export interface FakeAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A write's reply under its Idempotency-Key. */
export interface FakeReplay {
  readonly fingerprint: string;
  readonly answer: FakeAnswer;
  readonly expiresAtMs: number;
}

export interface FakeService {
  readonly state: FakeState;
  readonly handlers: Readonly<Record<RouteName, FakeHandler>>;
  readonly replays: Map<string, FakeReplay>;
  /** Counts a request of a key, or refuses it; one that does the work of several is counted like these, or not at all. */
  readonly countRequest: (requests?: number) => void;
}

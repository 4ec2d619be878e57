import type { RouteName } from '../contract/routes.ts';
import type { FakeCredential, FakeState } from '../state/fake-state.ts';

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
  readonly credential: FakeCredential | null;
}

/** The result becomes JSON; a `Blob` is sent as it is. */
export type FakeHandler = (state: FakeState, input: FakeInput) => unknown;

/** A missing handler does not compile. */
export type FakeHandlers<Family extends string> = Readonly<
  Record<Extract<RouteName, `${Family}.${string}`>, FakeHandler>
>;

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
  /** Counts a key's request, or refuses it. A request with the work of several counts as so many, or not at all. */
  readonly countRequest: (requests?: number) => void;
}

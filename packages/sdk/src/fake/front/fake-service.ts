import type { FakeState } from '../state/fake-state.ts';

/** A request as it arrives. */
export interface FakeRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: { get(name: string): string | null };
  readonly text: string;
}

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
  readonly replays: Map<string, FakeReplay>;
  /** Counts a request of a key, or refuses it. */
  readonly countRequest: () => void;
}

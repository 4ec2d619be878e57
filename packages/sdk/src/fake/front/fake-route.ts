import { text, wholeText, type Fields } from './fake-fields.ts';
import type { FakeScope } from './fake-scope.ts';
import type { FakeCredential, FakeState } from '../state/fake-state.ts';

/** A request whose parts are judged. */
export interface FakeInput {
  /** What stands for the braces of the path. */
  readonly ids: readonly string[];
  readonly body: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly headers: { get(name: string): string | null };
  /** `null` on a route that needs none. */
  readonly credential: FakeCredential | null;
}

/** A route of the service, as the fake has it. */
export interface FakeRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below its root: `sessions/{id}/end`. What stands for `{id}` is a UUID or not found. */
  readonly path: string;
  /** What the key must be allowed; `null` on a route that needs no key. */
  readonly scope: FakeScope | null;
  readonly status: 200 | 201 | 202 | 204;
  /** Nothing, or an empty object, unless given. */
  readonly body?: Fields;
  readonly query?: Fields;
  /** Gives what becomes JSON, or a `Blob` of what is sent as it is. */
  readonly run: (state: FakeState, input: FakeInput) => unknown;
}

/** What every list takes. */
export const pageFields = { limit: wholeText(1, 100), cursor: text(2048) };

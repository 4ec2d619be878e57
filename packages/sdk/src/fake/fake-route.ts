import { text, wholeText, type Fields } from './fake-fields.ts';
import type { FakeState } from './fake-state.ts';

/** A request whose parts are judged. */
export interface FakeInput {
  /** The ids in the path. */
  readonly ids: readonly string[];
  readonly body: Record<string, unknown>;
  readonly query: Record<string, unknown>;
}

/** A route of the service, as the fake has it. */
export interface FakeRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With a star for each id. */
  readonly path: string;
  readonly status: 200 | 201 | 202 | 204;
  /** Nothing, or an empty object, unless given. */
  readonly body?: Fields;
  readonly query?: Fields;
  readonly run: (state: FakeState, input: FakeInput) => unknown;
}

/** What every list takes. */
export const pageFields = { limit: wholeText(1, 100), cursor: text(2048) };

import type { CheckName, FakeScope } from './vocabulary.ts';

/** What a value must be, as the contract states it. */
export type Rule =
  | {
      readonly type: 'string';
      readonly min?: number;
      readonly max?: number;
      readonly pattern?: RegExp;
      /** What the pattern is called, where what is said of it depends on the value. */
      readonly format?: 'uuid' | 'email' | 'datetime';
      /** What to say of a value that the pattern does not fit. */
      readonly message?: string;
      readonly checks?: readonly CheckName[];
      readonly becomes?: 'number' | 'locale' | 'timeZone' | 'network' | 'address' | 'trimmed';
      /** What must hold for what it became. */
      readonly then?: Rule;
    }
  | { readonly type: 'integer'; readonly min?: number; readonly max?: number }
  | { readonly type: 'boolean' }
  | { readonly type: 'oneOf'; readonly values: readonly unknown[] }
  | { readonly type: 'nullable'; readonly of: Rule }
  | {
      readonly type: 'list';
      readonly of: Rule;
      readonly min?: number;
      readonly max?: number;
      readonly checks?: readonly CheckName[];
    }
  | {
      readonly type: 'record';
      readonly keys: readonly string[];
      readonly max: number;
      readonly of: Rule;
      readonly checks?: readonly CheckName[];
    }
  | PairsRule
  | { readonly type: 'either'; readonly of: readonly Rule[] }
  | FieldsRule;

/** An object by keys that the client chooses. */
export interface PairsRule {
  readonly type: 'pairs';
  readonly keys: RegExp;
  /** What to say of a key that does not fit. */
  readonly message: string;
  readonly max: number;
  readonly of: Rule;
}

/** An object, and nothing in it beside these fields. */
export interface FieldsRule {
  readonly type: 'fields';
  readonly fields: Readonly<Record<string, Rule>>;
  readonly required?: readonly string[];
  /** What a field is when it is absent. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** What must hold for all fields together, with the field that is to blame. */
  readonly checks?: readonly (readonly [CheckName, string])[];
}

/** What the contract states of a route. */
export interface FakeRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  /** What the key must be allowed; `null` on a route that needs no key. */
  readonly scope: FakeScope | null;
  readonly status: number;
  readonly isIdempotent?: true;
  /** What stands for the colons of the path, by name and in their order. */
  readonly ids?: Readonly<Record<string, Rule>>;
  readonly headers?: FieldsRule;
  readonly query?: FieldsRule;
  readonly body?: FieldsRule;
  /** The largest body, where it is not that of all. */
  readonly maxJsonBytes?: number;
  /** Whether there must be a body. */
  readonly isBodyRequired?: true;
}

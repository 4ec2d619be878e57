import type { CheckName, FakeScope } from './vocabulary.ts';

/** Rule for a value, as the contract states it. */
export type Rule =
  | {
      readonly type: 'string';
      readonly min?: number;
      readonly max?: number;
      readonly pattern?: RegExp;
      readonly format?: 'uuid' | 'email' | 'datetime';
      readonly message?: string;
      readonly checks?: readonly CheckName[];
      readonly becomes?: 'number' | 'locale' | 'timeZone' | 'network' | 'address' | 'trimmed';
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

/** The client chooses the keys. */
export interface PairsRule {
  readonly type: 'pairs';
  readonly keys: RegExp;
  readonly message: string;
  readonly max: number;
  readonly of: Rule;
}

/** Refuses other fields. */
export interface FieldsRule {
  readonly type: 'fields';
  readonly fields: Readonly<Record<string, Rule>>;
  readonly required?: readonly string[];
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Checks of all fields together, each with the field that is to blame. */
  readonly checks?: readonly (readonly [CheckName, string])[];
}

export interface FakeRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Scope that the key needs; `null` where it needs none. */
  readonly scope: FakeScope | null;
  /** Given where it needs a key, and no scope. */
  readonly takesKey?: boolean;
  readonly status: number;
  readonly isIdempotent?: true;
  /** Rules for the parameters of the path, by name and in their order. */
  readonly ids?: Readonly<Record<string, Rule>>;
  readonly headers?: FieldsRule;
  readonly query?: FieldsRule;
  readonly body?: FieldsRule;
  readonly maxJsonBytes?: number;
  readonly isBodyRequired?: true;
}

import type { ErrorCode, Scope } from '@field-inspection/contract';
import type { JsonSchema, Side } from './json-schema.ts';

/*
 * Words of the generator between reading the contract and writing source:
 * resource  a property of the client, such as `sessions`; one generated file
 * method    a route of the contract, as the client calls it
 * type      a schema with a name (`.meta({ id })`), written once, in the file of its resource
 */

export interface NamedType {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly side: Side;
  readonly file: string;
  /** The events use the type, too: their file exports it from its home. */
  readonly isEvents?: true;
}

export interface BytesResult {
  readonly kind: 'bytes';
  readonly mediaType: string;
}

export const isBytes = (result: Method['result']): result is BytesResult =>
  result !== null && 'mediaType' in result;

export interface Method {
  readonly name: string;
  readonly verb: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly isList: boolean;
  readonly query: { readonly name: string; readonly schema: JsonSchema } | null;
  readonly body: { readonly schema: JsonSchema; readonly isOptional: boolean } | null;
  readonly isContent: boolean;
  /** Result of a call; for a list, its item; `null` for none; for bytes, the reply itself. */
  readonly result: JsonSchema | BytesResult | null;
  readonly mayLink: boolean;
  readonly summary: string;
  readonly description: string;
  readonly scope: Scope | null;
  /** Whom it refuses who has the scope all the same, in a sentence; empty for nobody. */
  readonly refused: string;
  readonly errors: readonly ErrorCode[];
}

export interface Resource {
  readonly name: string;
  readonly file: string;
  readonly methods: readonly Method[];
}

export interface Model {
  readonly resources: readonly Resource[];
  readonly types: ReadonlyMap<string, NamedType>;
  readonly events: readonly string[];
}

import type { JsonSchema } from './json-schema.ts';

/** The document's bytes: two spaces of indent, a final newline. */
export const serializeDocument = (document: JsonSchema): string => `${JSON.stringify(document, null, 2)}\n`;

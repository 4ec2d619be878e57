import { z } from 'zod';

/** A sequence number in a query. Plain digits; fifteen of them are exact as a JavaScript number. */
export const Sequence = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number);

/** JSON Schema of a sequence in a query: it arrives as text, which the schema turns into a number. */
export const SEQUENCE_TYPE = { type: 'integer', minimum: 0, example: 41 } as const;

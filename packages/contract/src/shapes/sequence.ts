import { z } from 'zod';

/** JavaScript numbers are exact for fifteen digits. */
export const Sequence = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number);

/** Text arrives in a query; the document says integer. */
export const SEQUENCE_TYPE = { type: 'integer', minimum: 0, example: 41 } as const;

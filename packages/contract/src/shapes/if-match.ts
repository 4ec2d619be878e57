import { z } from 'zod';

/** The header of a change that rests on a version: the ETag of a reply, or `*` for whichever there is. */
export const IfMatch = z
  .string()
  .regex(/^(\*|(W\/)?"\d{1,9}")$/, 'must be the ETag of a reply, such as "3", or *')
  .optional()
  .meta({ description: 'The ETag that the change rests on', example: '"3"' });

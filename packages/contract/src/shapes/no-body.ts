import { z } from 'zod';

/** The body of a write that needs none: absent, or an empty object. */
export const NoBody = z
  .strictObject({})
  .meta({ id: 'NoBody', description: 'Nothing, or an empty object' })
  .optional();

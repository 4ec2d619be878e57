import { z } from 'zod';
import { text } from '../shapes/text.ts';

/** A browser goes on there to the identity provider of a company. */
export const ProviderVisit = z
  .object({
    url: z.string().meta({
      description: 'Where it goes on, in this browser, within 10 minutes',
      example: 'https://inspect.example.com/sso/begin',
    }),
  })
  .meta({ id: 'ProviderVisit', description: "A visit to a company's identity provider that has begun" });

/** A page of the service that comes afterwards: browsers take a backslash for a slash, and leave a tab out. */
export const returnPath = text(500)
  .regex(/^\/([!-.0-[\]-~][!-[\]-~]*)?$/, 'must be a path of this service, such as /inspections')
  .optional()
  .meta({ description: 'The page of this service that comes afterwards', example: '/inspections' });

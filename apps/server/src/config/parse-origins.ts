import { z } from 'zod';

/** A list of origins, as browsers write them: a scheme, a host and a port that is not the scheme's own. */
export const Origins = z.string().transform((value, context) => {
  const origins = value.split(',').map((part) => part.trim().toLowerCase());
  if (origins.every(isOrigin)) return origins;
  context.addIssue({
    code: 'custom',
    message: 'must be origins such as https://app.example.com, without a path, separated by commas',
  });
  return z.NEVER;
});

const isOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;

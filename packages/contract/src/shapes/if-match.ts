import { upTo } from './text.ts';

/** A change that rests on a version names an ETag of a reply, several, or `*` for any. */
export const IfMatch = upTo(1_000)
  .regex(
    /^(\*|(W\/)?"\d{1,9}"([ \t]*,[ \t]*(W\/)?"\d{1,9}")*)$/,
    'must be the ETag of a reply, such as "3", a list of them, or *',
  )
  .optional()
  .meta({
    description: 'The ETag that the change rests on, or a list of those that it may rest on',
    example: '"3"',
  });

import { upTo } from './text.ts';

/** The header of a change that rests on a version: the ETag of a reply, several of them, or `*` for whichever there is. */
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

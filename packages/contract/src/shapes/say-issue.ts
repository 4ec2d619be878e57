import { z } from 'zod';
import {
  sayChoice,
  sayEither,
  sayFormat,
  saySize,
  sayType,
  sayUnknown,
  sayUnlisted,
  type Counted,
} from './wording.ts';

/** A body can have a hundred thousand unknown fields; a reply names so many faults. */
const MAX_NAMED = 50;

/**
 * Says an issue of zod in the contract's words; undefined for an issue that no schema here raises. Unknown fields get a
 * line each, in the order of `keys`.
 *
 * @example z.string().max(3).safeParse('abcd').error?.issues[0]?.message; // 'must have at most 3 characters'
 */
export const sayIssue = (issue: z.core.$ZodRawIssue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      return sayType(issue.expected, issue.input);
    case 'too_big':
      return saySize(issue.exact ? 'exactly' : 'at most', countedOf(issue.origin), Number(issue.maximum));
    case 'too_small':
      return saySize(issue.exact ? 'exactly' : 'at least', countedOf(issue.origin), Number(issue.minimum));
    case 'invalid_format':
      return sayFormat(issue.format, issue.input);
    case 'invalid_value':
      return sayChoice(issue.values, issue.input);
    case 'unrecognized_keys':
      return issue.keys
        .slice(0, MAX_NAMED)
        .map((key) =>
          issue.inst instanceof z.ZodRecord
            ? sayUnlisted(key, listKnown(issue.inst))
            : sayUnknown(key, listKnown(issue.inst)),
        )
        .join('\n');
    case 'invalid_union':
      return sayUnion(issue);
    default:
      return undefined;
  }
};

const countedOf = (origin: string): Counted =>
  origin === 'string' || origin === 'array' ? origin : 'number';

const listKnown = (schema: unknown): string[] => {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  const keys = schema instanceof z.ZodRecord ? schema.keyType : undefined;
  return keys instanceof z.ZodEnum ? keys.options.map(String) : [];
};

type UnionIssue = Extract<z.core.$ZodRawIssue, { code: 'invalid_union' }>;

const sayUnion = ({ errors, input, ...issue }: UnionIssue): string => {
  const { discriminator, options } = issue as { discriminator?: string; options?: unknown[] };
  if (discriminator && options) {
    return sayChoice(options, (input as Record<string, unknown> | null)?.[discriminator]);
  }
  return sayEither(errors.flatMap(([first]) => (first ? [first.message] : [])));
};

z.config({ customError: sayIssue });

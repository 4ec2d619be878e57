import { LocaleInput, TimeZoneInput } from '@field-inspection/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readFields, readRule } from './read-rule.ts';

describe('readRule', () => {
  it('gives what is data as data, and what is code by the name of its check', () => {
    const storable = z.string().refine((text) => text, 'must not contain U+0000 or a lone surrogate');
    expect(readRule(storable.max(9, { abort: true }).min(1))).toEqual({
      type: 'string',
      max: 9,
      min: 1,
      checks: ['isStorable'],
    });
    expect(readRule(LocaleInput)).toEqual({ type: 'string', max: 35, becomes: 'locale' });
    expect(readRule(TimeZoneInput)).toEqual({
      type: 'string',
      max: 64,
      checks: ['isTimeZone'],
      becomes: 'timeZone',
    });
    expect(readRule(z.int().min(1).nullable())).toEqual({
      type: 'nullable',
      of: { type: 'integer', min: 1 },
    });
  });

  // A new kind of check stops the generator until the fake has a rule for it.
  it.each<[string, z.ZodType]>([
    ['a check in code', z.string().refine(() => true, 'must rhyme')],
    ['a check that ends the others', z.string().refine(() => true, { abort: true, error: 'must rhyme' })],
    [
      'a check of what may be null',
      z
        .string()
        .nullable()
        .refine(() => true, 'must rhyme'),
    ],
    ['a transformation', z.string().transform((text) => text.length)],
    ['a check that changes its text', z.string().trim()],
    ['a format that is more than its pattern', z.url()],
    ['two patterns', z.string().regex(/a/).regex(/b/)],
    ['a bound that does not belong', z.int().gt(1)],
    ['a number with a fraction', z.number()],
    ['a date', z.date()],
    ['a text made of anything', z.coerce.string()],
    ['an object that takes more', z.object({})],
    ['a list with a check in code', z.array(z.boolean()).refine(() => true, 'must rhyme')],
    ['pairs without a bound', z.partialRecord(z.enum(['a']), z.boolean())],
    ['a record by any name', z.record(z.string(), z.boolean())],
    ['a record of all names', z.record(z.enum(['a']), z.boolean())],
    ['a union by a field', z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('a') })])],
    ['a check of a whole object that blames no field', z.strictObject({}).refine(() => true, 'must rhyme')],
    ['a length that does not end the others', z.string().max(9)],
    ['a format that ends the checks', z.uuid({ abort: true })],
    ['what reads itself', z.lazy(() => z.boolean())],
  ])('refuses %s', (_, schema) => {
    expect(() => readRule(schema)).toThrow(/^The fake knows /);
  });

  it('refuses a field with a check in code around what may be absent', () => {
    const field = z
      .boolean()
      .optional()
      .refine(() => true, 'must rhyme');
    expect(() => readFields(z.strictObject({ field }))).toThrow('must rhyme');
  });
});

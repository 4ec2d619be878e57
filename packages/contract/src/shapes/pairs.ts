import { z } from 'zod';

/**
 * Like `z.record` or `z.partialRecord`, but counts the pairs before it judges any: of 19 000 wrong keys, `z.record`
 * finds and words the fault of each.
 *
 * @param most pairs that it may have
 * @example pairs(z.record(z.string().max(9), z.int()), 1).safeParse({ a: 1, b: 2 }).error?.issues[0]?.message;
 * // 'must have at most 1 pairs'
 */
export const pairs = <Key extends z.core.$ZodRecordKey, Value extends z.ZodType>(
  record: z.ZodRecord<Key, Value>,
  most: number,
): z.ZodRecord<Key, Value> => new Pairs({ ...record._zod.def, most }) as unknown as z.ZodRecord<Key, Value>;

export const Pairs: z.core.$constructor<z.ZodRecord, z.core.$ZodRecordDef & { most: number }> =
  z.core.$constructor('Pairs', (inst, def) => {
    z.ZodRecord.init(inst, def);
    const parseAll = inst._zod.parse;
    inst._zod.parse = (payload, context) => {
      const { value: input } = payload;
      if (!z.core.util.isPlainObject(input) || Object.keys(input).length <= def.most)
        return parseAll(payload, context);
      const message = `must have at most ${def.most} pairs`;
      payload.issues.push({ code: 'custom', message, input, inst, continue: false });
      return payload;
    };
  });

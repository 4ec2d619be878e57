import { LocaleInput, Network, overwriteAddress, TimeZoneInput, trimText } from '@field-inspection/contract';
import { z } from 'zod';
import type { FieldsRule, PairsRule, Rule } from '../src/fake/contract/rule.ts';

/** Checks that the contract has in code, by message, with the names of the fake's own checks. */
export const CHECKS = {
  isStorable: 'must not contain U+0000 or a lone surrogate',
  isMailable: 'must be an e-mail address, such as ada@example.com',
  isInCalendar: 'must be a date from the year 1 to the year 9999',
  isTimeZone: 'must be a time zone of the IANA database, such as Europe/Rome',
  namesEndpoint: 'needs endpoint: each endpoint counts for itself',
  hasNoUrl: 'belongs to kind push: an endpoint of kind pull has none, so leave it out',
  namesUrl: 'is needed, but for kind pull, which has none',
  hasText: 'needs a text in one locale at least',
  hasOwnSlots: 'must name each slot once',
  hasShortTexts: 'must have at most 20000 characters in all labels and hints',
} as const;

const transformOf = (schema: z.ZodPipe) => (schema.def.out as z.ZodTransform).def.transform;

type StringRule = Extract<Rule, { type: 'string' }>;

const TRANSFORMS = new Map<unknown, NonNullable<StringRule['becomes']>>([
  [Number, 'number'],
  [transformOf(LocaleInput), 'locale'],
  [transformOf(TimeZoneInput), 'timeZone'],
  [transformOf(Network), 'network'],
  [overwriteAddress, 'address'],
  [trimText, 'trimmed'],
]);

/** Formats that only check their pattern. */
const FORMATS = new Set(['uuid', 'email', 'datetime']);

/**
 * Gives the rule of a schema, as data.
 *
 * @throws for unknown parts: the fake must not miss a rule unnoticed
 */
export function readRule(schema: z.core.$ZodType): Rule {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return readString(schema as z.ZodString);
    case 'number':
      if ((def as { format?: string }).format !== 'safeint') throw new Error('The fake knows integers only');
      return { type: 'integer', ...readChecks(schema, ['greater_than', 'less_than']) };
    case 'array':
      return {
        type: 'list',
        of: readRule(def.element),
        ...readChecks(schema, ['max_length', 'min_length']),
      } as Rule;
    case 'object':
      return readFields(schema as z.ZodObject);
    case 'pipe':
      return readPipe(schema as z.ZodPipe);
    case 'record':
      if (def.keyType._zod.def.type === 'string') return readPairs(schema as z.ZodRecord);
      return readRecord(schema as z.ZodRecord);
  }
  readChecks(schema);
  switch (def.type) {
    case 'boolean':
      return { type: 'boolean' };
    case 'enum':
      return { type: 'oneOf', values: Object.values(def.entries) };
    case 'literal':
      return { type: 'oneOf', values: def.values };
    case 'nullable':
      return { type: 'nullable', of: readRule(def.innerType) };
    case 'union':
      if ('discriminator' in def || def.inclusive === false)
        throw new Error('The fake knows plain unions only');
      return { type: 'either', of: def.options.map(readRule) };
    default:
      throw new Error(`The fake knows no rule for a schema of type ${def.type}`);
  }
}

export function readFields(schema: z.core.$ZodType): FieldsRule {
  const { def } = (schema as z.ZodObject)._zod;
  if (def.catchall?._zod.def.type !== 'never') throw new Error('The fake knows strict objects only');
  return { ...readShape(def.shape), ...readChecks(schema) } as FieldsRule;
}

export function readShape(shape: Readonly<Record<string, z.core.$ZodType>>): FieldsRule {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, ...readField(schema) }));
  const defaults = fields.filter(({ ifAbsent }) => ifAbsent !== undefined);
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: 'fields',
    fields: Object.fromEntries(fields.map(({ name, rule }) => [name, rule])),
    ...(required.length > 0 && { required }),
    ...(defaults.length > 0 && {
      defaults: Object.fromEntries(defaults.map(({ name, ifAbsent }) => [name, ifAbsent])),
    }),
  };
}

export function readField(schema: z.core.$ZodType): { rule: Rule; isRequired: boolean; ifAbsent?: unknown } {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== 'optional' && def.type !== 'default') return { rule: readRule(schema), isRequired: true };
  readChecks(schema);
  const ifAbsent = def.type === 'default' ? def.defaultValue : undefined;
  return { rule: readRule(def.innerType), isRequired: false, ifAbsent };
}

function readString(schema: z.ZodString): Rule {
  const def = schema._zod.def as z.core.$ZodStringFormatDef & { coerce?: boolean };
  if (def.coerce) throw new Error('The fake knows no string that is made of something else');
  return {
    type: 'string',
    ...(def.format && readFormat(def as unknown as CheckDef)),
    ...readChecks(schema, ['max_length', 'min_length', 'string_format', 'overwrite']),
  } as Rule;
}

function readPipe(schema: z.ZodPipe): Rule {
  readChecks(schema);
  const from = readRule(schema.def.in);
  if (from.type !== 'string' || from.then) throw new Error('The fake knows pipes of strings only');
  if (!(schema.def.out instanceof z.ZodTransform)) {
    if (!from.becomes) throw new Error('The fake knows pipes of what is transformed only');
    return { ...from, then: readRule(schema.def.out) };
  }
  const becomes = TRANSFORMS.get(schema.def.out.def.transform);
  if (!becomes || from.becomes)
    throw new Error('The fake knows no such transformation: name it in TRANSFORMS');
  return { ...from, becomes };
}

/** An object with keys of a pattern, and a bound that its document tells. */
function readPairs(schema: z.ZodRecord): PairsRule {
  const { keyType, valueType, mode, checks = [] } = schema.def;
  const key = readRule(keyType);
  if (key.type !== 'string' || !key.pattern || !key.message || Object.keys(key).length > 3)
    throw new Error('The fake knows keys of one pattern that says what it wants');
  const max = readMost(schema);
  if (mode === 'loose' || schema.meta()?.['maxProperties'] !== max || checks.length > 0)
    throw new Error('The fake knows pairs that are bounded, and nothing else of them');
  return { type: 'pairs', keys: key.pattern, message: key.message, max, of: readRule(valueType) };
}

function readRecord(schema: z.ZodRecord): Rule {
  const { keyType, valueType, partial, mode } = schema._zod.def as z.core.$ZodRecordDef & {
    partial?: boolean;
  };
  if (!partial || mode === 'loose') throw new Error('The fake knows partial records only');
  const max = readMost(schema);
  const keys = listKeys(keyType);
  return { type: 'record', keys, max, of: readRule(valueType), ...readChecks(schema) } as Rule;
}

/** Most pairs of an object, counted before any is judged. */
function readMost(schema: z.ZodRecord): number {
  const { most } = schema.def as { most?: number };
  if (most === undefined) throw new Error('The fake knows pairs that are bounded only');
  return most;
}

function listKeys(schema: z.core.$ZodType): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== 'enum') throw new Error('The fake knows records by names only');
  return Object.values(def.entries) as string[];
}

type CheckDef = Readonly<Record<string, unknown>> & { check: string; abort?: boolean; path?: string[] };

function readChecks(schema: z.core.$ZodType, known: readonly string[] = []) {
  const { checks = [], type } = schema._zod.def;
  const read = checks.map((check) => readCheck(check._zod.def as unknown as CheckDef, known, type));
  const named = read.filter((said) => Array.isArray(said) || typeof said === 'string');
  const said = read.flatMap((each) =>
    typeof each === 'object' && !Array.isArray(each) ? Object.entries(each) : [],
  );
  if (new Set(said.map(([name]) => name)).size < said.length)
    throw new Error('The fake knows one check of a kind');
  return { ...Object.fromEntries(said), ...(named.length > 0 && { checks: named }) };
}

function readFormat({ format, pattern, abort }: CheckDef) {
  // As in zod, the year is judged only of a valid date.
  if (!FORMATS.has(String(format)) || Boolean(abort) !== (format === 'datetime'))
    throw new Error(`The fake knows no string of the format ${String(format)}`);
  return { pattern, format };
}

/** For an object, the check comes with the field that is to blame. */
function readCheck(def: CheckDef, known: readonly string[], type: string) {
  const isWhole = type === 'object';
  const message = (def['error'] as undefined | ((issue: object) => string))?.({});
  // A string that is too long gets no further message.
  const endsOthers = def.check === 'max_length' && type === 'string';
  if (def.check !== 'string_format' && Boolean(def.abort) !== endsOthers)
    throw new Error(`The fake knows only the length of a string to end the others, not ${def.check}`);
  if (def.check === 'custom') {
    if (def['when']) throw new Error('The fake knows no check that only holds at times');
    if (isWhole !== Boolean(def.path?.length))
      throw new Error('The fake knows checks of objects by the field to blame');
    const name = Object.entries(CHECKS).find(([, said]) => said === message)?.[0];
    if (!name) throw new Error(`The fake knows no check that says ${message}: name it in CHECKS`);
    return isWhole ? [name, def.path!.join('.')] : name;
  }
  const bound = known.includes(def.check) && def['inclusive'] !== false;
  if (bound && def.check === 'max_length') return { max: def['maximum'] };
  if (bound && def.check === 'min_length') return { min: def['minimum'] };
  if (bound && def.check === 'greater_than') return { min: def['value'] };
  if (bound && def.check === 'less_than') return { max: def['value'] };
  if (bound && def['format'] === 'regex' && !def.abort)
    return { pattern: def['pattern'], ...(message && { message }) };
  if (bound && def.check === 'overwrite' && TRANSFORMS.has(def['tx']))
    return { becomes: TRANSFORMS.get(def['tx']) };
  if (bound && def.check === 'string_format') return readFormat(def);
  throw new Error(`The fake knows no check ${def.check}`);
}

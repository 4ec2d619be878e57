import {
  isTimeZone,
  LOCALES,
  maskNetwork,
  sayChoice,
  sayEither,
  sayFormat,
  saySize,
  sayType,
  sayUnknown,
  sayUnlisted,
  spellAddress,
  spellTimeZone,
} from '@field-inspection/contract/plain';
import type { FieldError } from '../../errors/api-error.ts';
import type { FieldsRule, Rule } from './rule.ts';
import { CHECK_MESSAGES, type CheckName } from './vocabulary.ts';

export interface Judged {
  readonly value: unknown;
  readonly faults: readonly FieldError[];
}

/** Tells all faults at once, under the service's paths and codes. */
export function judgeValue(rule: Rule, given: unknown): Judged {
  switch (rule.type) {
    case 'string':
      return judgeString(rule, given);
    case 'integer':
      return judgeInteger(rule, given);
    case 'boolean':
      return typeof given === 'boolean' ? take(given) : refuseType('boolean', given);
    case 'oneOf':
      return judgeChoice(rule.values, given);
    case 'nullable':
      return given === null ? take(null) : judgeValue(rule.of, given);
    case 'list':
      return judgeList(rule, given);
    case 'record':
      return judgeRecord(rule, given);
    case 'pairs':
      return judgePairs(rule, given);
    case 'either':
      return judgeEither(rule.of, given);
    case 'fields':
      return judgeFields(rule, given);
  }
}

type RuleOf<Type extends Rule['type']> = Extract<Rule, { type: Type }>;

const take = (value: unknown): Judged => ({ value, faults: [] });

const refuse = (value: unknown, code: string, message: string): Judged => ({
  value,
  faults: [{ path: '', code, message }],
});

const refuseType = (expected: string, given: unknown) =>
  refuse(given, 'invalid_type', sayType(expected, given));

/** After one of these nothing else is judged of the value; other faults come together. */
const FINAL_CODES = new Set(['invalid_type', 'invalid_value', 'invalid_union', 'invalid_key', 'too_big']);
const isFinal = ({ faults }: Judged) => faults.some(({ code }) => FINAL_CODES.has(code));

const gather = (value: unknown, ...judged: readonly Judged[]): Judged => ({
  value,
  faults: judged.flatMap(({ faults }) => faults),
});

const below = (name: string | number, { faults }: Judged): FieldError[] =>
  faults.map(({ path, ...fault }) => ({ path: path === '' ? String(name) : `${name}.${path}`, ...fault }));

function judgeString(rule: RuleOf<'string'>, given: unknown): Judged {
  if (typeof given !== 'string') return gather(given, refuseType('string', given), judgeLength(rule, given));
  if (isTooLong(rule, given)) return judgeLength(rule, given);
  const { pattern, format = '', message = sayFormat(format, given), checks = [], becomes, then } = rule;
  const isOff = pattern?.test(given) === false;
  const judged = gather(
    given,
    isOff ? refuse(given, 'invalid_format', message) : take(given),
    judgeLength(rule, given),
    // Text that is no date is not judged by its year.
    ...(isOff && format === 'datetime' ? [] : checks.map((name) => judgeCheck(name, given))),
  );
  if (judged.faults.length > 0 || becomes === undefined) return judged;
  const become = BECOMES[becomes](given);
  return then && become.faults.length === 0 ? judgeValue(then, become.value) : become;
}

/** Nothing else is judged of a value that is too long. */
const isTooLong = ({ max = Infinity }: { max?: number }, given: string | readonly unknown[]) =>
  [...given].length > max;

/** Strings are counted in code points. A wrong value with a length may be too long, too. */
function judgeLength({ min = 0, max = Infinity }: { min?: number; max?: number }, given: unknown): Judged {
  if (typeof given !== 'string' && !Array.isArray(given)) return take(given);
  const length = [...given].length;
  const counted = Array.isArray(given) ? 'array' : 'string';
  if (length > max) return refuse(given, 'too_big', saySize('at most', counted, max));
  return length < min ? refuse(given, 'too_small', saySize('at least', counted, min)) : take(given);
}

function judgeInteger({ min = -Infinity, max = Infinity }: RuleOf<'integer'>, given: unknown): Judged {
  if (typeof given !== 'number' || !Number.isFinite(given)) return refuseType('number', given);
  if (!Number.isInteger(given)) return refuseType('int', given);
  const atLeast = (least: number) =>
    given < least ? refuse(given, 'too_small', saySize('at least', 'number', least)) : take(given);
  const atMost = (most: number) =>
    given > most ? refuse(given, 'too_big', saySize('at most', 'number', most)) : take(given);
  const { MIN_SAFE_INTEGER, MAX_SAFE_INTEGER } = Number;
  return gather(given, atLeast(MIN_SAFE_INTEGER), atMost(MAX_SAFE_INTEGER), atLeast(min), atMost(max));
}

const judgeChoice = (values: readonly unknown[], given: unknown) =>
  values.includes(given) ? take(given) : refuse(given, 'invalid_value', sayChoice(values, given));

function judgeList(rule: RuleOf<'list'>, given: unknown): Judged {
  if (!Array.isArray(given)) return gather(given, refuseType('array', given), judgeLength(rule, given));
  if (isTooLong(rule, given)) return judgeLength(rule, given);
  const items = given.map((item) => judgeValue(rule.of, item));
  const faults = items.flatMap((item, at) => below(at, item));
  const value = items.map((item) => item.value);
  return judgeWhole(rule, gather(value, { value, faults }, judgeLength(rule, given)));
}

function judgeRecord({ keys, max, of, checks }: RuleOf<'record'>, given: unknown): Judged {
  if (!isObject(given)) return refuseType('record', given);
  if (Object.keys(given).length > max) return refusePairs(given, max);
  const fields = Object.fromEntries(keys.map((key) => [key, of]));
  return judgeWhole({ checks }, judgeFields({ type: 'fields', fields }, given, sayUnlisted));
}

/** A whole is judged only once each of its parts is valid. */
function judgeWhole({ checks = [] }: { checks?: readonly CheckName[] | undefined }, judged: Judged): Judged {
  const { value } = judged;
  return isFinal(judged) ? judged : gather(value, judged, ...checks.map((name) => judgeCheck(name, value)));
}

function judgePairs({ keys, message, max, of }: RuleOf<'pairs'>, given: unknown): Judged {
  if (!isObject(given)) return refuseType('record', given);
  if (Object.keys(given).length > max) return refusePairs(given, max);
  const judged = Object.entries(given).map(([key, value]) => {
    const pair = keys.test(key) ? judgeValue(of, value) : refuse(value, 'invalid_key', message);
    return { key, value: pair.value, faults: below(key, pair) };
  });
  const value = Object.fromEntries(judged.map((pair) => [pair.key, pair.value]));
  return gather(value, ...judged);
}

/** Counts before any pair is judged. */
const refusePairs = (given: object, max: number) => refuse(given, 'custom', `must have at most ${max} pairs`);

/** Tells the faults by one rule only if the value nearly met just that one. */
function judgeEither(rules: readonly Rule[], given: unknown): Judged {
  const all = rules.map((rule) => judgeValue(rule, given));
  const fitting = all.find(({ faults }) => faults.length === 0);
  const near = all.filter((judged) => !isFinal(judged));
  if (fitting) return fitting;
  if (near.length === 1) return near[0]!;
  // A value of the right form is told its faulty part, or that it is too long.
  const inner = all.filter(({ faults }) =>
    faults.every(({ path, code }) => path !== '' || code === 'too_big'),
  );
  if (inner.length === 1) return inner[0]!;
  const messages = all.flatMap(({ faults: [first] }) => (first ? [first.message] : []));
  return refuse(given, 'invalid_union', sayEither(messages));
}

function judgeFields(
  { fields, required = [], defaults, checks = [] }: FieldsRule,
  given: unknown,
  sayStray = sayUnknown,
): Judged {
  if (!isObject(given)) return refuseType('object', given);
  const value: Record<string, unknown> = { ...defaults };
  const faults: FieldError[] = [];
  for (const [name, rule] of Object.entries(fields)) {
    if (given[name] === undefined && !required.includes(name)) continue;
    const judged = judgeValue(rule, given[name]);
    value[name] = judged.value;
    faults.push(...below(name, judged));
  }
  const known = Object.keys(fields);
  for (const path of Object.keys(given).filter((key) => !known.includes(key)))
    faults.push({ path, code: 'unrecognized_keys', message: sayStray(path, known) });
  if (isFinal({ value, faults })) return { value, faults };
  for (const [name, blamed] of checks) faults.push(...below(blamed, judgeCheck(name, value)));
  return { value, faults };
}

const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

const judgeCheck = (name: CheckName, given: unknown) =>
  CHECKS[name](given as never) ? take(given) : refuse(given, 'custom', CHECK_MESSAGES[name]);

const CHECKS: Record<CheckName, (given: never) => boolean> = {
  isStorable: (given: string) => !given.includes('\0') && given.isWellFormed(),
  isMailable: (given: string) => spellAddress(given) !== undefined,
  isInCalendar: (given: string) => {
    const instantMs = Date.parse(given);
    return (
      instantMs >= Date.parse('0001-01-01T00:00:00Z') && instantMs <= Date.parse('9999-12-31T23:59:59.999Z')
    );
  },
  isTimeZone,
  namesEndpoint: ({ endpoint, after_sequence: after }: { endpoint?: string; after_sequence?: number }) =>
    after === undefined || endpoint !== undefined,
  hasNoUrl: ({ kind, url }: { kind?: string; url?: string }) => kind !== 'pull' || url === undefined,
  namesUrl: ({ kind, url }: { kind?: string; url?: string }) => kind === 'pull' || url !== undefined,
  hasText: (given: object) => Object.keys(given).length > 0,
  hasOwnSlots: (given: readonly { slot: string }[]) =>
    new Set(given.map(({ slot }) => slot)).size === given.length,
  hasShortTexts: (given: readonly { label: object; hint?: object }[]) =>
    given
      .flatMap(({ label, hint = {} }) => [...Object.values(label), ...Object.values(hint)])
      .reduce((total, each: string) => total + each.length, 0) <= 20_000,
};

const BECOMES: Record<NonNullable<RuleOf<'string'>['becomes']>, (given: string) => Judged> = {
  number: (given) => take(Number(given)),
  locale: readLocale,
  timeZone: (given) => take(spellTimeZone(given)),
  network: (given) => take(maskNetwork(given)),
  address: (given) => take(spellAddress(given) ?? given),
  trimmed: (given) => take(given.trim()),
};

function readLocale(given: string): Judged {
  const language = /^([a-z]{2})(-[a-z0-9]{1,8})*$/i.exec(given)?.[1]?.toLowerCase() ?? '';
  if ((LOCALES as readonly string[]).includes(language)) return take(language);
  return refuse(given, 'custom', `must be one of ${LOCALES.join(', ')}, or a variant such as pt-BR`);
}

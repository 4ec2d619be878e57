import type { FieldError } from '../../errors/api-error.ts';
import { FakeRefusal } from './fake-refusal.ts';

type Fault = { readonly code: string; readonly message: string };
/** A value as it is taken, or what is wrong with it or with its parts. */
type Judged = { readonly value: unknown } | Fault | { readonly faults: readonly FieldError[] };
export type Field = (given: unknown) => Judged;

/** What an object may hold. */
export interface Fields {
  readonly fields: Readonly<Record<string, Field>>;
  readonly required?: readonly string[];
  /** Whether there must be an object; `required` implies it. */
  readonly isRequired?: true;
}

/** Takes an object apart as the service does: what it does not know is refused, all faults are told at once. */
export function readFields(
  where: 'body' | 'query',
  { fields, required = [], isRequired }: Fields,
  given: unknown,
): Record<string, unknown> {
  if (given === undefined && required.length === 0 && !isRequired) return {};
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw refuseAll([{ path: where, code: 'invalid_type', message: `expected an object` }]);
  }
  const { taken, faults } = judgeFields({ fields, required }, given as Record<string, unknown>);
  if (faults.length === 0) return taken;
  throw refuseAll(faults.map(({ path, ...fault }) => ({ path: `${where}.${path}`, ...fault })));
}

function judgeFields({ fields, required = [] }: Fields, source: Record<string, unknown>) {
  const taken: Record<string, unknown> = {};
  const faults: FieldError[] = [];
  for (const [name, field] of Object.entries(fields)) {
    if (source[name] === undefined && !required.includes(name)) continue;
    const judged = field(source[name]);
    if ('value' in judged) taken[name] = judged.value;
    else if ('faults' in judged)
      faults.push(...judged.faults.map(({ path, ...fault }) => ({ path: `${name}.${path}`, ...fault })));
    else faults.push({ path: name, ...judged });
  }
  const message = 'is not a field of this request';
  for (const path of Object.keys(source).filter((key) => !Object.hasOwn(fields, key)))
    faults.push({ path, code: 'unrecognized_keys', message });
  return { taken, faults };
}

/** An object inside another. */
export const objectOf =
  (fields: Fields): Field =>
  (given) => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return wrongType('object');
    const { taken, faults } = judgeFields(fields, given as Record<string, unknown>);
    return faults.length > 0 ? { faults } : { value: taken };
  };

const refuseAll = (errors: readonly FieldError[]) =>
  new FakeRefusal('validation_error', errors.map(({ path, message }) => `${path}: ${message}`).join('; '), {
    errors,
  });

const wrongType = (expected: string): Judged => ({ code: 'invalid_type', message: `expected ${expected}` });

export const text =
  (maxLength: number, minLength = 0): Field =>
  (given) => {
    if (typeof given !== 'string') return wrongType('string');
    const length = [...given].length;
    if (length > maxLength)
      return { code: 'too_big', message: `expected string to have <=${maxLength} characters` };
    if (length < minLength)
      return { code: 'too_small', message: `expected string to have >=${minLength} characters` };
    const isStorable = !given.includes('\0') && given.isWellFormed();
    return isStorable
      ? { value: given }
      : { code: 'custom', message: 'must not contain U+0000 or a lone surrogate' };
  };

const matching =
  (pattern: RegExp, message: string): Field =>
  (given) => {
    if (typeof given !== 'string') return wrongType('string');
    return pattern.test(given) ? { value: given } : { code: 'invalid_format', message };
  };

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const uuid = matching(UUID, 'Invalid UUID');

export const timestamp: Field = (given) => {
  const isForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
  if (typeof given !== 'string') return wrongType('string');
  if (isForm.test(given) && !Number.isNaN(Date.parse(given))) return { value: given };
  return { code: 'invalid_format', message: 'Invalid ISO datetime' };
};

export const flag: Field = (given) => (typeof given === 'boolean' ? { value: given } : wrongType('boolean'));

export const whole =
  (least: number, most: number): Field =>
  (given) => {
    if (!Number.isSafeInteger(given)) return wrongType('int');
    if ((given as number) < least) return { code: 'too_small', message: `expected number to be >=${least}` };
    return (given as number) > most
      ? { code: 'too_big', message: `expected number to be <=${most}` }
      : { value: given };
  };

/** A whole number as a query has it. */
export const wholeText =
  (least: number, most: number): Field =>
  (given) =>
    /^\d{1,12}$/.test(String(given))
      ? whole(least, most)(Number(given))
      : { code: 'invalid_format', message: `must be a whole number from ${least} to ${most}` };

export const oneOf =
  (...values: readonly string[]): Field =>
  (given) =>
    values.includes(given as string)
      ? { value: given }
      : { code: 'invalid_value', message: `expected one of ${values.join('|')}` };

export const nullable =
  (field: Field): Field =>
  (given) =>
    given === null ? { value: null } : field(given);

/** A list of words of which each stands once; a fault is that of the list. */
export const wordsOf =
  (...values: readonly string[]): Field =>
  (given) => {
    if (!Array.isArray(given)) return wrongType('array');
    const isKnown = given.every((word) => values.includes(word as string));
    return isKnown
      ? { value: [...new Set(given as string[])] }
      : { code: 'invalid_value', message: `expected each to be one of ${values.join('|')}` };
  };

export const email: Field = (given) =>
  given === '' ||
  (typeof given === 'string' && given.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given))
    ? { value: given }
    : { code: 'invalid_union', message: 'Invalid input' };

const LOCALES = ['en', 'de', 'fr', 'it', 'es', 'pl', 'ro', 'nl', 'el', 'hu', 'pt', 'cs', 'sv', 'bg'];

export const locale: Field = (given) => {
  if (typeof given !== 'string') return wrongType('string');
  const language = /^([a-z]{2})(-[a-z0-9]{1,8})*$/i.exec(given)?.[1]?.toLowerCase() ?? '';
  if (LOCALES.includes(language)) return { value: language };
  return { code: 'custom', message: `must be one of ${LOCALES.join(', ')}, or a variant such as pt-BR` };
};

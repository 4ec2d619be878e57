import { UsageError } from '../errors/field-inspection-error.ts';
import { renderPath, type RoutePath } from './route-path.ts';

/**
 * Joins base, the base's path prefix, path and query. `undefined` leaves a parameter out; an object is written pair by
 * pair, `name[key]=value`.
 *
 * @throws {UsageError} for an empty value such as `null`: leaving it out would widen the search
 */
export function buildUrl(baseUrl: string, path: RoutePath, query?: object | null): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) addParameter(parameters, name, value);
  }
  const search = parameters.toString();
  return baseUrl + renderPath(path) + (search && `?${search}`);
}

function addParameter(parameters: URLSearchParams, name: string, value: unknown): void {
  const pairs = isPairs(value) ? Object.entries(value) : [];
  for (const [key, inner] of pairs) addParameter(parameters, `${name}[${key}]`, inner);
  if (pairs.length > 0) return;
  // An invalid Date becomes null.
  const given = value instanceof Date ? value.toJSON() : value;
  const text = String(given);
  if (typeof given !== 'string' && NOTHING.test(text))
    throw new UsageError(`${name} must not be empty, null or NaN: leave it out`);
  parameters.append(name, text);
}

/** The texts of null, undefined, NaN, the empty array, and values without a text. */
const NOTHING = /^(null|undefined|NaN|\[.*)?$/;

const isPairs = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === '[object Object]';

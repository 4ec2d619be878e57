import { renderPath, type RoutePath } from './route-path.ts';

/**
 * The address of a request: base, path prefix of the base, path, query. `undefined` and `null` leave a parameter out; an
 * object is written pair by pair, `name[key]=value`.
 */
export function buildUrl(baseUrl: string, path: RoutePath, query?: object | null): string {
  const parameters = new URLSearchParams();
  addParameters(parameters, query ?? {}, (name) => name);
  const search = parameters.toString();
  return baseUrl + renderPath(path) + (search && `?${search}`);
}

function addParameters(parameters: URLSearchParams, given: object, nameOf: (key: string) => string): void {
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || value === null) continue;
    const name = nameOf(key);
    if (isPairs(value)) addParameters(parameters, value, (inner) => `${name}[${inner}]`);
    else parameters.append(name, value instanceof Date ? value.toISOString() : String(value));
  }
}

const isPairs = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === '[object Object]';

import { renderPath, type RoutePath } from './route-path.ts';

/** The address of a request: base, path prefix of the base, path, query. `undefined` and `null` leave a parameter out. */
export function buildUrl(baseUrl: string, path: RoutePath, query?: object | null): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) parameters.append(name, renderValue(value));
  }
  const search = parameters.toString();
  return baseUrl + renderPath(path) + (search && `?${search}`);
}

const renderValue = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value));

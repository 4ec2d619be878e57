import { otherMethod } from '@field-inspection/rules';
import { type RouteName, ROUTES } from '../contract/routes.ts';
import type { FakeRoute } from '../contract/rule.ts';
import { refuseField } from './fake-refusal.ts';

export interface FakeMatch {
  readonly name: RouteName;
  readonly route: FakeRoute;
  readonly ids: readonly string[];
}

/** The client's error tells it: the service may have a path that the fake lacks. */
export class NotInFake extends Error {}

/**
 * @throws {NotInFake} when the fake has no such path
 *
 * @throws {Refusal} when the path takes other methods
 */
export function findFakeRoute({ method, url }: { method: string; url: URL }): FakeMatch {
  const matches = PATTERNS.flatMap(({ name, route, pattern }) => {
    const found = pattern.exec(url.pathname);
    return found ? [{ name, route, ids: found.slice(1) }] : [];
  });
  if (matches.length === 0) throw new NotInFake(`The fake has no ${method} ${url.pathname}`);
  const match = matches.find(({ route }) => route.method === method);
  if (match) return match;
  const allowed = matches.flatMap(({ route }) =>
    // Link scanners send HEAD, which would use up the invite of a join.
    route.method === 'GET' && route.scope !== null ? ['GET', 'HEAD'] : route.method,
  );
  const allow = allowed.sort().join(', ');
  throw otherMethod(allow);
}

const PATTERNS = (Object.entries(ROUTES) as [RouteName, FakeRoute][]).map(([name, route]) => ({
  name,
  route,
  pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '([^/]+)')}$`),
}));

/** A repeated parameter becomes a list, which no route takes; `name[key]` becomes a pair. */
export function readQuery(parameters: URLSearchParams): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  const pairs = new Map<string, [string, unknown][]>();
  for (const name of [...new Set(parameters.keys())].sort()) {
    const values = parameters.getAll(name);
    const value = values.length > 1 ? values : values[0];
    const [, owner, key] = /^([^[\]]+)\[([^[\]]+)\]$/.exec(name) ?? [];
    if (owner === undefined || key === undefined) query[name] = value;
    else pairs.set(owner, [...(pairs.get(owner) ?? []), [key, value]]);
  }
  for (const [owner, own] of pairs) {
    if (own.some(([key]) => key === '__proto__'))
      throw refuseField(`query.${owner}.__proto__`, 'invalid_key', 'is no key that anything can have');
    query[owner] = owner in query ? [] : Object.fromEntries(own);
  }
  return query;
}

import { otherMethod } from '@field-inspection/rules';
import { type RouteName, ROUTES } from '../contract/routes.ts';
import type { FakeRoute } from '../contract/rule.ts';

/** A route with the parts of the path that its colons stand for. */
export interface FakeMatch {
  readonly name: RouteName;
  readonly route: FakeRoute;
  readonly ids: readonly string[];
}

/** Told by the client's error: the service may have the path, the fake has it not. */
export class NotInFake extends Error {}

/**
 * The route of a request.
 *
 * @throws {NotInFake} when the fake has no such path
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
    // The join does not take HEAD, which link scanners send: it would use the invite up.
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

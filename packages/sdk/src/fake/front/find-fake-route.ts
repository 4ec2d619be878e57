import { FakeRefusal, refuseMissing } from './fake-refusal.ts';
import { UUID } from './fake-fields.ts';
import type { FakeRoute } from './fake-route.ts';
import { campaignRoutes } from '../sessions/campaign-routes.ts';
import { evidenceRoutes } from '../evidence/evidence-routes.ts';
import { inspectionRoutes } from '../sessions/inspection-routes.ts';
import { joinRoutes } from '../sessions/join-routes.ts';
import { orgRoutes } from '../deliveries/org-routes.ts';
import { participantRoutes } from '../sessions/participant-routes.ts';
import { sessionRoutes } from '../sessions/session-routes.ts';
import { webhookEndpointRoutes, webhookRoutes } from '../deliveries/webhook-endpoint-routes.ts';
import { verificationRoutes } from '../evidence/verification-routes.ts';
import { webhookEventRoutes } from '../deliveries/webhook-event-routes.ts';
import { whiteboardRoutes } from '../evidence/whiteboard-routes.ts';

/** A route with the parts of the path that its braces stand for. */
export interface FakeMatch {
  readonly route: FakeRoute;
  readonly ids: readonly string[];
}

/** Told by the client's error: the service may have the path, the fake has it not. */
export class NotInFake extends Error {}

/**
 * The route of a request.
 *
 * @throws {NotInFake} when the fake has no such path
 * @throws {FakeRefusal} when the path takes other methods
 */
export function findFakeRoute({ method, url }: { method: string; url: URL }): FakeMatch {
  const matches = ROUTES.flatMap(({ route, pattern }) => {
    const found = pattern.exec(url.pathname);
    return found ? [{ route, ids: found.slice(1) }] : [];
  });
  if (matches.length === 0) throw new NotInFake(`The fake has no ${method} ${url.pathname}`);
  const match = matches.find(({ route }) => route.method === method);
  if (match) return match;
  const allowed = matches.flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : route.method));
  const allow = allowed.sort().join(', ');
  throw new FakeRefusal('method_not_allowed', `This path takes ${allow}.`, { headers: { allow } });
}

/** Where `{id}` stands, what is no UUID names nothing. */
export function checkIds({ route, ids }: FakeMatch): void {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const isKnown = ids.every((id, at) => names[at] !== 'id' || UUID.test(id));
  if (!isKnown) throw refuseMissing();
}

const below = (root: string, routes: readonly FakeRoute[]) =>
  routes.map((route) => ({
    route,
    pattern: new RegExp(`^${root}${route.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
  }));

const ROUTES = [
  ...below('/api/v1/public/', [
    ...sessionRoutes,
    ...participantRoutes,
    ...campaignRoutes,
    ...webhookEndpointRoutes,
    ...webhookEventRoutes,
  ]),
  ...below('/v1/', [
    ...joinRoutes,
    ...inspectionRoutes,
    ...evidenceRoutes,
    ...whiteboardRoutes,
    ...verificationRoutes,
    ...webhookRoutes,
    ...orgRoutes,
  ]),
];

import { campaignRoutes } from './campaign-routes.ts';
import { readFields, UUID } from './fake-fields.ts';
import { FakeRefusal, REFUSALS, refuseMissing } from './fake-refusal.ts';
import type { FakeRoute } from './fake-route.ts';
import type { FakeState } from './fake-state.ts';
import { participantRoutes } from './participant-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** A request as it arrives. */
export interface FakeRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: { get(name: string): string | null };
  readonly text: string;
}

/** An answer before it becomes a response. */
export interface FakeAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A write's reply under its Idempotency-Key. */
export interface FakeReplay {
  readonly fingerprint: string;
  readonly answer: FakeAnswer;
  readonly expiresAtMs: number;
}

export interface FakeService {
  readonly state: FakeState;
  readonly apiKey: string;
  readonly replays: Map<string, FakeReplay>;
}

const ROOT = '/api/v1/public/';
const ROUTES: readonly FakeRoute[] = [
  ...sessionRoutes,
  ...participantRoutes,
  ...campaignRoutes,
  ...webhookRoutes,
];
const REPLAY_TTL_MS = 86_400_000;

/** Answers a request as the service does: the same order of checks, the same codes. */
export function answerRequest(service: FakeService, request: FakeRequest): FakeAnswer {
  try {
    const match = findRoute(request);
    if (request.headers.get('authorization') !== `Bearer ${service.apiKey}`) throw refuseKey();
    return answerRoute(service, request, match);
  } catch (error) {
    if (error instanceof FakeRefusal) return describeRefusal(service.state, error);
    throw error;
  }
}

/** A refusal as a problem (RFC 9457), yet without its request id. */
export function describeRefusal({ baseUrl }: Pick<FakeState, 'baseUrl'>, refusal: FakeRefusal): FakeAnswer {
  const { code, message, errors } = refusal;
  const [status, title] = REFUSALS[code];
  const problem = { type: `${baseUrl}/docs/errors#${code}`, title, status, detail: message, code };
  const headers = { 'content-type': 'application/problem+json', ...refusal.headers };
  return { status, headers, body: code === 'validation_error' ? { ...problem, errors } : problem };
}

function answerRoute(service: FakeService, request: FakeRequest, { route, ids }: Match): FakeAnswer {
  const given = request.method === 'GET' ? undefined : readJson(request);
  if (!ids.every((id) => UUID.test(id))) throw refuseMissing();
  const query = readFields(
    'query',
    route.query ?? { fields: {} },
    Object.fromEntries(request.url.searchParams),
  );
  const body = readFields('body', route.body ?? { fields: {} }, given);
  const run = () => ({ status: route.status, body: route.run(service.state, { ids, query, body }) });
  return request.method === 'GET' ? run() : writeOnce(service, { request, body }, run);
}

interface Match {
  readonly route: FakeRoute;
  readonly ids: readonly string[];
}

function findRoute({ method, url }: FakeRequest): Match {
  const rest = url.pathname.startsWith(ROOT) ? url.pathname.slice(ROOT.length).split('/') : [];
  const matching = ROUTES.filter(({ path }) => {
    const parts = path.split('/');
    return parts.length === rest.length && parts.every((part, at) => part === '*' || part === rest[at]);
  });
  const route = matching.find((candidate) => candidate.method === method);
  if (!route && matching.length === 0) throw refusePath();
  if (!route) {
    const allow = matching.flatMap((other) => (other.method === 'GET' ? ['GET', 'HEAD'] : other.method));
    throw new FakeRefusal('method_not_allowed', `This path takes ${allow.sort().join(', ')}.`, {
      headers: { allow: allow.join(', ') },
    });
  }
  return { route, ids: rest.filter((_, at) => route.path.split('/')[at] === '*') };
}

function readJson({ headers, text }: FakeRequest): unknown {
  if (text === '') return undefined;
  if (!/^application\/json\b/i.test(headers.get('content-type') ?? '')) {
    throw new FakeRefusal('unsupported_media_type', 'Send the body as application/json in UTF-8.');
  }
  try {
    return JSON.parse(text);
  } catch {
    const message = 'The body is not valid JSON.';
    const errors = [{ path: 'body', code: 'invalid_json', message }];
    throw new FakeRefusal('validation_error', message, { errors });
  }
}

/** A write that succeeded is not done again under its key for 24 hours: its reply comes again. */
function writeOnce(
  { state, replays }: FakeService,
  { request, body }: { request: FakeRequest; body: object },
  run: () => FakeAnswer,
): FakeAnswer {
  const key = request.headers.get('idempotency-key');
  if (key === null) return run();
  const scope = `${request.method} ${request.url.pathname} ${key}`;
  const fingerprint = JSON.stringify(body);
  const nowMs = state.now().getTime();
  const replay = replays.get(scope);
  if (replay && replay.expiresAtMs > nowMs) {
    if (replay.fingerprint !== fingerprint) throw refuseReuse();
    return { ...replay.answer, headers: { 'idempotency-key': key, 'idempotent-replayed': 'true' } };
  }
  // Kept as text: what the state does to its objects later must not show in a replay.
  const answer = structuredClone(run());
  replays.set(scope, { fingerprint, answer, expiresAtMs: nowMs + REPLAY_TTL_MS });
  return { ...answer, headers: { 'idempotency-key': key } };
}

const refusePath = () =>
  new FakeRefusal(
    'not_found',
    'There is no such path in the fake: it has no media, and no single deliveries.',
  );

const refuseKey = () =>
  new FakeRefusal('unauthenticated', 'Send a valid API key in the header Authorization: Bearer <API_KEY>.', {
    headers: { 'www-authenticate': 'Bearer' },
  });

const refuseReuse = () =>
  new FakeRefusal(
    'idempotency_key_reused',
    'This Idempotency-Key was used with another body. Use a new key for a new operation.',
  );

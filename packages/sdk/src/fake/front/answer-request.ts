import { readFields } from './fake-fields.ts';
import { FakeRefusal, REFUSALS } from './fake-refusal.ts';
import type { FakeRoute } from './fake-route.ts';
import type { FakeAnswer, FakeRequest, FakeService } from './fake-service.ts';
import type { FakeCredential, FakeState } from '../state/fake-state.ts';
import { checkIds, findFakeRoute, type FakeMatch, NotInFake } from './find-fake-route.ts';
import { writeFakeOnce } from './write-fake-once.ts';

/** Answers a request as the service does: the same order of checks, the same codes. */
export function answerRequest(service: FakeService, request: FakeRequest): FakeAnswer {
  try {
    const match = findFakeRoute(request);
    const credential = authorize(service, request, match.route);
    return answerRoute(service, { request, match, credential });
  } catch (error) {
    if (error instanceof FakeRefusal) return describeRefusal(service.state, error);
    if (error instanceof NotInFake) return describeAbsence(error);
    throw error;
  }
}

/** A refusal as a problem (RFC 9457), yet without its request id. */
export function describeRefusal({ baseUrl }: Pick<FakeState, 'baseUrl'>, refusal: FakeRefusal): FakeAnswer {
  const { code, message, errors, members } = refusal;
  const [status, title] = REFUSALS[code];
  const problem = {
    type: `${baseUrl}/docs/errors#${code}`,
    title,
    status,
    detail: message,
    code,
    ...members,
  };
  const headers = { ...PROBLEM_HEADERS, ...refusal.headers };
  return { status, headers, body: code === 'validation_error' ? { ...problem, errors } : problem };
}

const PROBLEM_HEADERS = { 'content-type': 'application/problem+json' };

// No code of the service, so that nobody takes it for "not found".
const describeAbsence = ({ message: detail }: NotInFake): FakeAnswer => ({
  status: 501,
  headers: PROBLEM_HEADERS,
  body: { type: 'about:blank', title: 'Not in the fake', status: 501, detail, code: 'not_in_fake' },
});

interface FakeCall {
  readonly request: FakeRequest;
  readonly match: FakeMatch;
  readonly credential: FakeCredential | null;
}

function authorize(
  { state, countRequest }: FakeService,
  { headers }: FakeRequest,
  { scope }: FakeRoute,
): FakeCredential | null {
  if (scope === null) return null;
  const [, apiKey = ''] = /^Bearer +([^\s,]+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  const credential = state.credentials.get(apiKey);
  if (!credential) throw refuseKey();
  countRequest();
  if (credential.scopes.includes(scope)) return credential;
  throw new FakeRefusal(
    'permission_denied',
    `This needs the scope ${scope}, which the credential does not have.`,
  );
}

function answerRoute(service: FakeService, { request, match, credential }: FakeCall): FakeAnswer {
  const { route, ids } = match;
  const { method, url, headers } = request;
  const given = method === 'GET' ? undefined : readJson(request);
  checkIds(match);
  const query = readFields('query', route.query ?? { fields: {} }, readQuery(url.searchParams));
  const body = readFields('body', route.body ?? { fields: {} }, given);
  const credentialId = credential?.id ?? '';
  const input = { ids, query, body, headers, credential };
  const run = () => ({ status: route.status, body: route.run(service.state, input) });
  return method === 'GET' ? run() : writeFakeOnce(service, { request, body, credentialId }, run);
}

// A repeated parameter becomes a list, which nothing takes.
const readQuery = (parameters: URLSearchParams) =>
  Object.fromEntries(
    [...parameters.keys()].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );

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

const refuseKey = () =>
  new FakeRefusal('unauthenticated', 'Send a valid API key in the header Authorization: Bearer <API_KEY>.', {
    headers: { 'www-authenticate': 'Bearer' },
  });

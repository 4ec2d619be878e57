import {
  ERRORS,
  GIVEN_TWICE,
  JsonRefusal,
  MAX_JSON_BYTES,
  readJson,
  THINGS,
  UNAUTHENTICATED,
} from '@field-inspection/contract/plain';
import { missingScope, noSuch, Refusal } from '@field-inspection/rules';
import type { FieldError } from '../../errors/api-error.ts';
import { judgeValue } from '../contract/judge-value.ts';
import type { FakeRoute, FieldsRule } from '../contract/rule.ts';
import { findFakeCredential } from '../state/fake-credentials.ts';
import type { FakeCredential, FakeState } from '../state/fake-state.ts';
import { refuseField, refuseFields, refuseUntagged } from './fake-refusal.ts';
import type { FakeAnswer, FakeInput, FakeRequest, FakeService } from './fake-service.ts';
import { type FakeMatch, findFakeRoute, NotInFake, readQuery } from './find-fake-route.ts';
import { writeFakeOnce } from './write-fake-once.ts';

/** Checks in the service's order, and gives its codes. */
export function answerRequest(service: FakeService, request: FakeRequest): FakeAnswer {
  try {
    const match = findFakeRoute(request);
    const credential = authorize(service, request, match.route);
    const input = { ...readInput(request, match), credential };
    return answerRoute(service, { request, match, input });
  } catch (error) {
    if (error instanceof Refusal) return describeRefusal(service.state, error);
    if (error instanceof NotInFake) return describeAbsence(error);
    throw error;
  }
}

/** The problem (RFC 9457) does not have its request id yet. */
export function describeRefusal({ baseUrl }: Pick<FakeState, 'baseUrl'>, refusal: Refusal): FakeAnswer {
  const { code, message, errors, members } = refusal;
  const { status, title } = ERRORS[code];
  const problem = {
    type: `${baseUrl}/docs/errors#${code}`,
    title,
    status,
    detail: message,
    code,
    ...members,
  };
  const headers = { ...PROBLEM_HEADERS, ...refusal.headers };
  return { status, headers, body: errors ? { ...problem, errors } : problem };
}

const PROBLEM_HEADERS = { 'content-type': 'application/problem+json' };

// Not a code of the service, so that nobody takes it for "not found".
const describeAbsence = ({ message: detail }: NotInFake): FakeAnswer => ({
  status: 501,
  headers: PROBLEM_HEADERS,
  body: { type: 'about:blank', title: 'Not in the fake', status: 501, detail, code: 'not_in_fake' },
});

function authorize(
  { state, countRequest }: FakeService,
  { headers }: FakeRequest,
  { scope, takesKey = scope !== null }: FakeRoute,
): FakeCredential | null {
  if (!takesKey) return null;
  const [, apiKey = ''] = /^Bearer +([^\s,]+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  const credential = findFakeCredential(state, apiKey);
  if (!credential) throw refuseKey(headers.get('authorization'));
  countRequest();
  if (scope === null || credential.scopes.includes(scope)) return credential;
  throw missingScope(scope);
}

function readInput(request: FakeRequest, { route, ids }: FakeMatch): Omit<FakeInput, 'credential'> {
  const { method, url, headers } = request;
  const givenQuery = readQuery(url.searchParams);
  // A route without parameters refuses them before it reads a body.
  const query = judgePart('query', route.query ?? NOTHING, givenQuery);
  if (!route.query && query.faults.length > 0) throw refuseFields(query.faults);
  const given = method === 'GET' ? undefined : readBody(request, route);
  const names = Object.keys(route.ids ?? {});
  // The refusal does not tell whether an impossible id is malformed, missing or another organisation's.
  const missing = names.findIndex((name, at) => judgeValue(route.ids![name]!, ids[at]).faults.length > 0);
  if (missing >= 0) {
    const name = names[missing]!;
    throw noSuch(THINGS[name] ?? 'resource', name === 'token' ? undefined : ids[missing]);
  }
  const isAbsent = given === undefined && !route.isBodyRequired;
  const body = judgePart('body', route.body ?? NOTHING, isAbsent ? {} : given);
  const faults = [...judgeHeaders(request, route), ...query.faults, ...body.faults];
  if (faults.length > 0) throw refuseFields(faults.slice(0, FAULTS_TOLD));
  return { ids, headers, query: query.value, body: body.value };
}

const NOTHING: FieldsRule = { type: 'fields', fields: {} };

const FAULTS_TOLD = 50;

function judgePart(where: 'header' | 'query' | 'body', rule: FieldsRule, given: unknown) {
  const { value, faults } = judgeValue(rule, given);
  const told = where === 'query' ? tellRepeated(given as Record<string, unknown>, faults) : faults;
  return { value: value as Record<string, unknown>, faults: locate(where, told) };
}

function tellRepeated(given: Record<string, unknown>, faults: readonly FieldError[]): FieldError[] {
  const told = faults.map((fault) => {
    const [name = '', ...key] = fault.path.split('.');
    const value = given[name] as Record<string, unknown> | undefined;
    const isList = Array.isArray(key.length > 0 ? value?.[key.join('.')] : value);
    return isList && fault.code !== 'unrecognized_keys' ? { ...fault, message: GIVEN_TWICE } : fault;
  });
  return told.filter(
    ({ path, message }, at) =>
      message !== GIVEN_TWICE || told.findIndex((other) => other.path === path) === at,
  );
}

function judgeHeaders({ headers }: FakeRequest, { headers: rule = NOTHING }: FakeRoute) {
  const names = Object.keys(rule.fields).filter((name) => headers.get(name) !== null);
  return judgePart('header', rule, Object.fromEntries(names.map((name) => [name, headers.get(name)]))).faults;
}

const locate = (where: string, faults: readonly FieldError[]): FieldError[] =>
  faults.map(({ path, ...fault }) => ({ path: path === '' ? where : `${where}.${path}`, ...fault }));

function readBody({ headers, text }: FakeRequest, { maxJsonBytes = MAX_JSON_BYTES }: FakeRoute): unknown {
  if (new TextEncoder().encode(text).length > maxJsonBytes)
    throw new Refusal('payload_too_large', `The body may have at most ${maxJsonBytes} bytes.`);
  if (text === '') return undefined;
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(headers.get('content-type') ?? '')) {
    throw new Refusal('unsupported_media_type', 'Send the body as application/json in UTF-8.');
  }
  try {
    return readJson(text);
  } catch (error) {
    throw error instanceof JsonRefusal ? refuseJson(error) : error;
  }
}

function refuseJson({ code, path, message }: JsonRefusal): Refusal {
  if (code !== 'invalid_json') return refuseField(['body', ...path].join('.').slice(0, 300), code, message);
  return new Refusal('validation_error', message, { errors: [{ path: 'body', code, message }] });
}

function answerRoute(
  service: FakeService,
  { request, match, input }: { request: FakeRequest; match: FakeMatch; input: FakeInput },
): FakeAnswer {
  const { route, name } = match;
  refuseUntagged(name, request.headers.get('if-match'));
  const run = () => {
    // The first was counted when it came; a replay is not counted again.
    if (name === 'inspections.createMany') service.countRequest((input.body['sessions'] as []).length - 1);
    return { status: route.status, body: service.handlers[name](service.state, input) };
  };
  if (!route.isIdempotent) return run();
  const credentialId = input.credential?.id ?? '';
  return writeFakeOnce(service, { request, body: input.body, credentialId }, run);
}

const refuseKey = (authorization: string | null) =>
  new Refusal('unauthenticated', UNAUTHENTICATED[faultOf(authorization)], {
    headers: { 'www-authenticate': 'Bearer' },
  });

const faultOf = (authorization: string | null): keyof typeof UNAUTHENTICATED => {
  if (authorization === null) return 'missing';
  return /^Bearer( |$)/i.test(authorization) ? 'value' : 'scheme';
};

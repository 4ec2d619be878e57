import { describe, expect, it } from 'vitest';
import { CAMPAIGN, HEADERS, ID, PROBLEM } from '../requests/described.ts';
import { judgeReply, type Judged } from './judge-reply.ts';

const WORD = 'Quassia';
type Change = Partial<Pick<Judged, 'method' | 'path'>> & {
  status?: number;
  headers?: Record<string, string | undefined>;
  body?: unknown;
};

const judge = ({ status = 200, headers = {}, body = CAMPAIGN, ...request }: Change) => {
  const given = Object.entries({ ...HEADERS, ...headers }).filter(([, value]) => value !== undefined);
  const reply = {
    status,
    headers: new Headers(given as [string, string][]),
    text: body === null ? '' : JSON.stringify(body),
  };
  const path = `/api/v1/public/campaigns/${ID}`;
  return judgeReply({ method: 'GET', path, ...request, reply, secrets: [WORD] });
};

const refuse = (change: Change & { code?: string; status: number }) =>
  judge({
    ...change,
    body: { ...PROBLEM, status: change.status, code: change.code ?? 'not_found', ...(change.body as object) },
    headers: { 'content-type': 'application/problem+json; charset=utf-8', ...change.headers },
  });

describe('a reply of the contract has no fault', () => {
  it.each([
    ['a success', judge({})],
    ['a refusal that the route declares', refuse({ status: 404 })],
    ['a method that the path has not', refuse({ method: 'PUT', status: 405, code: 'method_not_allowed' })],
    ['headers that are too large, on any route', refuse({ status: 431, code: 'headers_too_large' })],
    [
      'headers that are too large, on a route that the document has not',
      refuse({ path: `/v1/reports/${ID}.pdf`, status: 431, code: 'headers_too_large' }),
    ],
    ['a path of no route', refuse({ path: '/api/v1/public/nowhere', status: 404 })],
    [
      'what tus answers to OPTIONS',
      judge({ method: 'OPTIONS', path: '/v1/field/uploads', status: 204, body: null }),
    ],
    ['a HEAD', judge({ method: 'HEAD', body: null })],
  ])('%s', (_, faults) => {
    expect(faults).toEqual([]);
  });
});

describe('a fault is', () => {
  it.each([
    [
      'a 5xx, though each route documents it',
      refuse({ status: 500, code: 'internal_error' }),
      'the status is 500',
    ],
    ['a status that is not documented', judge({ status: 201 }), '201 is not documented'],
    ['a body that is not documented', judge({ body: { ...CAMPAIGN, name: 1 } }), 'body/name must be string'],
    [
      "another organisation's word",
      judge({ body: { ...CAMPAIGN, name: `the ${WORD}` } }),
      `it tells ${WORD}`,
    ],
    ['that word in a header', judge({ headers: { link: WORD } }), `it tells ${WORD}`],
    [
      'a code that the route does not declare',
      refuse({ status: 404, code: 'otp_locked' }),
      'otp_locked comes with 404',
    ],
    [
      'a code of the same status that the route does not declare',
      refuse({ status: 400, code: 'invalid_cursor' }),
      'invalid_cursor is not declared',
    ],
    [
      'a refusal without a request id',
      refuse({ status: 404, headers: { 'request-id': undefined } }),
      'lacks request-id',
    ],
    [
      'a refusal without its limits',
      refuse({ status: 404, headers: { ratelimit: undefined } }),
      'lacks ratelimit',
    ],
    [
      'a refusal that names another request',
      refuse({ status: 404, body: { request_id: 'req_2' } }),
      'names another',
    ],
    [
      'a refusal that is no problem',
      refuse({ status: 404, headers: { 'content-type': 'application/json' } }),
      'a refusal is no problem',
    ],
    [
      'a path of no route that is answered',
      judge({ path: '/v1/nowhere' }),
      'what is not documented was answered',
    ],
    [
      'a method of no route that is answered',
      judge({ method: 'OPTIONS', status: 204, body: null }),
      'what is not documented was answered',
    ],
    ['a refusal without a body', judge({ status: 404, body: null }), 'no body that is JSON'],
    ['a HEAD with a body', judge({ method: 'HEAD' }), 'a reply to HEAD has a body'],
    [
      'a status that a route out of the document does not declare',
      judge({ path: `/v1/reports/${ID}.pdf`, status: 202 }),
      '202 is not declared',
    ],
  ])('%s', (_, faults, expected) => {
    expect(faults.join('\n')).toContain(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { CAMPAIGN, HEADERS, PROBLEM } from './described.ts';
import { validateReply, type DocumentedReply } from './validate-reply.ts';

type Change = Partial<Pick<DocumentedReply, 'method' | 'path' | 'status'>> & {
  headers?: Record<string, string | undefined>;
  body?: unknown;
};

const reply = (changed: Change = {}): DocumentedReply => {
  const { headers = {}, body = CAMPAIGN, ...rest } = changed;
  const given = Object.entries({ ...HEADERS, ...headers }).filter(([, value]) => value !== undefined);
  return {
    method: 'GET',
    path: '/api/v1/public/campaigns/:campaign_id',
    status: 200,
    headers: new Headers(given as [string, string][]),
    text: body === null ? '' : JSON.stringify(body),
    ...rest,
  };
};
const FILE = { path: '/v1/whiteboards/:whiteboard_file' };
const problem = { 'content-type': 'application/problem+json; charset=utf-8' };

describe('a reply that the document describes', () => {
  it.each([
    ['a success', reply()],
    ['one with a field more, since responses may grow', reply({ body: { ...CAMPAIGN, weather: 'dry' } })],
    ['one of a call with a query', reply({ path: '/api/v1/public/campaigns/:campaign_id?a=1' })],
    ['a problem', reply({ status: 404, body: PROBLEM, headers: problem })],
    [
      'a problem of a method that there is not',
      reply({ method: 'PUT', status: 405, body: PROBLEM, headers: problem }),
    ],
    [
      'none at all',
      reply({
        method: 'DELETE',
        path: '/api/v1/public/webhook-endpoints/:endpoint_id',
        status: 204,
        body: null,
      }),
    ],
    [
      'bytes of a documented range of types',
      reply({ ...FILE, headers: { 'content-type': 'image/png' }, body: 'png' }),
    ],
  ])('%s has no fault', (_, given) => {
    expect(validateReply(given)).toEqual([]);
  });
});

describe('a fault is', () => {
  it.each([
    ['a status that is not documented', reply({ status: 201 }), '201 is not documented'],
    [
      'a field that is missing',
      reply({ body: { ...CAMPAIGN, name: undefined } }),
      "must have required property 'name'",
    ],
    ['a field of another type', reply({ body: { ...CAMPAIGN, name: 1 } }), 'body/name must be string'],
    [
      'a time that is none',
      reply({ body: { ...CAMPAIGN, created_at: 'now' } }),
      'body/created_at must match format',
    ],
    [
      'another media type',
      reply({ headers: { 'content-type': 'text/html' } }),
      'the media type is text/html',
    ],
    [
      'a media type out of the documented range',
      reply({ ...FILE, headers: { 'content-type': 'text/html' }, body: 'html' }),
      'the media type is text/html, documented is image/*',
    ],
    [
      'no bytes where they are documented',
      reply({ ...FILE, headers: { 'content-type': 'image/png' }, body: null }),
      'bytes are documented, and there are none',
    ],
    ['a header that is missing', reply({ headers: { 'request-id': undefined } }), 'Request-Id is missing'],
    [
      'a header that is malformed',
      reply({ headers: { 'x-ratelimit-limit': 'many' } }),
      'X-RateLimit-Limit must be integer',
    ],
    [
      'a problem with a code that is not in the table',
      reply({ status: 404, body: { ...PROBLEM, code: 'lost' }, headers: problem }),
      'body/code must be equal to one of the allowed values',
    ],
    [
      'a body where none is documented',
      reply({ method: 'DELETE', path: '/api/v1/public/webhook-endpoints/:endpoint_id', status: 204 }),
      'none is documented',
    ],
    ['no problem where a method is wrong', reply({ method: 'PUT', status: 405 }), "required property 'code'"],
  ])('%s', (_, given, fault) => {
    expect(validateReply(given).join('\n')).toContain(fault);
  });
});

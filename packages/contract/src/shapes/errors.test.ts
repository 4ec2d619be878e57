import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES, ERRORS } from './errors.ts';
import { errorCodesOf, listRoutes } from '../list-routes.ts';

const reference = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');

const sections = new Map(
  reference
    .split(/^## /m)
    .slice(1)
    .map((section): [string, string] => {
      const [heading = '', ...lines] = section.split('\n');
      return [heading, lines.join('\n')];
    }),
);

test('every code that clients rely on has its status', () => {
  expect(Object.fromEntries(ERROR_CODES.map((code) => [code, ERRORS[code].status]))).toMatchObject({
    validation_error: 400,
    otp_required: 401,
    otp_invalid: 401,
    otp_expired: 401,
    'billing.subscription_past_due': 402,
    'billing.free_plan_minutes_exhausted': 402,
    permission_denied: 403,
    not_found: 404,
    'session.already_ended': 409,
    endpoint_paused: 409,
    endpoint_limit: 409,
    otp_locked: 423,
    rate_limited: 429,
  });
});

test('every status is an HTTP failure that Node knows', () => {
  for (const code of ERROR_CODES) {
    expect(ERRORS[code].status).toBeGreaterThanOrEqual(400);
    expect(STATUS_CODES[ERRORS[code].status]).toBeDefined();
  }
});

test('a code is one or two words of lower case, so that it is an anchor and a program can hold it', () => {
  expect(ERROR_CODES.filter((code) => !/^([a-z]+\.)?[a-z]+(_[a-z]+)*$/.test(code))).toEqual([]);
});

test('no two codes share a title', () => {
  expect(new Set(ERROR_CODES.map((code) => ERRORS[code].title)).size).toBe(ERROR_CODES.length);
});

// An unknown method, a host that is nobody's and a broken request belong to no route; uploads speak tus and are not in
// the contract.
const BESIDE_ROUTES = [
  'malformed_request',
  'method_not_allowed',
  'upload_offset_conflict',
  'tus_version_unsupported',
  'misdirected_request',
  'headers_too_large',
];

test('every code can come from some route, or from beside the routes', () => {
  const reachable = new Set(listRoutes().flatMap(({ route }) => errorCodesOf(route)));
  expect(ERROR_CODES.filter((code) => !reachable.has(code))).toEqual(BESIDE_ROUTES);
});

describe('docs/errors.md', () => {
  test('explains every code, in the order of the table, and nothing else', () => {
    expect([...sections.keys()]).toEqual(ERROR_CODES);
  });

  test.each(ERROR_CODES)('%s: its status, when it comes and what to do', (code) => {
    const section = sections.get(code) ?? '';
    expect(section).toContain(`- **Status:** ${ERRORS[code].status}\n`);
    expect(section).toMatch(/- \*\*When:\*\* [A-Z`].+\.\n/);
    expect(section).toMatch(/- \*\*What to do:\*\* [A-Z`].+\.\n/);
  });

  // Headings lose their dots in anchors, so a code with a dot needs an anchor of its own.
  test.each(ERROR_CODES)('#%s leads to its section', (code) => {
    const anchored = code.includes('.') ? `<a id="${code}"></a>\n\n## ${code}\n` : `\n## ${code}\n`;
    expect(reference).toContain(anchored);
  });

  test('has no anchor that is not a code', () => {
    const anchors = [...reference.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id]) => id);
    expect(anchors).toEqual(ERROR_CODES.filter((code) => code.includes('.')));
  });
});

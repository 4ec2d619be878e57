import { readFile } from 'node:fs/promises';
import spectralCore from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';
import Parsers from '@stoplight/spectral-parsers';
import rulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';

const { Document, Spectral } = spectralCore;

const lint = async (text: string): Promise<Map<string, string[]>> => {
  const spectral = new Spectral();
  spectral.setRuleset({
    extends: [
      [rulesets.oas, 'recommended'],
      [owasp, 'recommended'],
    ],
  } as Parameters<typeof spectral.setRuleset>[0]);
  const found = await spectral.run(new Document(text, Parsers.Json, 'openapi.json'));
  const contexts = found.map(({ code, path }): [string, string] => [String(code), path.join(' ')]);
  return new Map(
    [...Map.groupBy(contexts, ([code]) => code)].map(([code, all]) => [
      code,
      all.map(([, context]) => context),
    ]),
  );
};

/** Broken rules, each with the reason; a rule that holds again must leave this list. */
const EXCEPTIONS: Record<string, string> = {
  'oas3-operation-security-defined':
    'OpenAPI 3.1 lets an http scheme name the roles that a caller needs; the rule knows 3.0, where only OAuth could.',
  'owasp:api2:2023-no-credentials-in-url':
    "The join's path is fixed. Its token is used up by one device, and is kept out of logs; a code goes in a header.",
  'owasp:api2:2023-read-restricted':
    'The link is the credential of the join; a chain may be verified by anyone.',
  'owasp:api2:2023-write-restricted':
    'The link is the credential of an invitation and of a join; whoever holds a leaked key may revoke it.',
  'owasp:api4:2023-array-limit':
    'Also of replies: a page has at most 100. What is sent is bounded by its body.',
  'owasp:api4:2023-integer-format':
    'The bounds say what fits; a format would narrow what replies may grow to.',
  'owasp:api4:2023-integer-limit': 'Also of replies, whose counts have no end.',
  'owasp:api4:2023-rate-limit':
    'It wants one spelling of the headers; every reply has two, those of today and those of the IETF draft.',
  'owasp:api4:2023-string-limit': 'Also of replies. What is sent has its limits, and a body 256 KiB.',
  'owasp:api4:2023-string-restricted': 'Notes, names and titles are free text.',
  'owasp:api7:2023-concerning-url-parameter':
    'The parameter redirect says whether the reply is one; it is no URL, and nothing is fetched.',
  'owasp:api8:2023-define-cors-origin':
    'The API is for servers; the uploads alone answer pages of another origin.',
  'owasp:api8:2023-define-error-responses-401':
    'A chain may be verified by anyone, and what stands in a body is a credential of its own: there is no 401.',
  'owasp:api9:2023-inventory-access': 'The server is the one that serves the document.',
  'owasp:api9:2023-inventory-environment': 'The server is the one that serves the document.',
};

const PLACES: Record<string, RegExp> = {
  // Both calls of the join share the parameter.
  'owasp:api2:2023-no-credentials-in-url': /join|^components parameters token /,
  'owasp:api2:2023-read-restricted': /^paths \/v1\/(sessions\/\{session_id\}\/join|verify)\//,
  'owasp:api2:2023-write-restricted':
    /^paths \/v1\/(org\/invitations\/accept|keys\/revoke|sessions\/\{session_id\}\/join\/\{token\}\/code) /,
  'owasp:api8:2023-define-error-responses-401':
    /^paths \/v1\/(verify\/|org\/invitations\/accept|keys\/revoke|sessions\/\{session_id\}\/join\/\{token\}\/code)/,
  'owasp:api7:2023-concerning-url-parameter': /^paths \/v1\/evidence\//,
};

test('the document breaks no rule of Spectral, of its oas and the OWASP ones, but those that stand here with a reason', async () => {
  const text = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8');
  const found = await lint(text);
  expect([...found.keys()].sort()).toEqual(Object.keys(EXCEPTIONS).sort());
  for (const [code, contexts] of Object.entries(PLACES)) {
    expect(found.get(code)!.filter((context) => !contexts.test(context))).toEqual([]);
  }
});

test('Spectral sees a list without items', async () => {
  const schemas = { Points: { type: 'array', prefixItems: [{ type: 'integer' }] } };
  const found = await lint(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: '', version: '' },
      paths: {},
      components: { schemas },
    }),
  );
  expect([...found.keys()]).toContain('array-items');
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listRoutes } from '../packages/contract/src/index.ts';
import { LINES } from './asvs/lines.ts';
import { ROOT } from './code-blocks/read-code-blocks.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const guide = read('docs/asvs.md');
const security = read('SECURITY.md');

const ANSWERS = ['holds', 'by design', 'host', 'not met', 'does not apply'];

/** The lines that a row is about: one, or from one to another as the standard numbers them. */
const spread = (lines: string): string[] => {
  const [first = '', last = first] = lines.split('–');
  return LINES.slice(LINES.indexOf(first), LINES.indexOf(last) + 1);
};

const rows = [...guide.matchAll(/^\| (\d[\d.–]*) +\| ([a-z ]+?) +\| (.*?) +\| (.*?) +\|$/gm)].map(
  ([, lines = '', answer = '', how = '', tests = '']) => ({ lines, answer, how, tests }),
);

/** Finds tests of the table that are not there: files that are gone, and titles that they don't have. */
const findFaults = (tests: string): string[] =>
  [...tests.matchAll(/\[(.+?)\]\(\.\.\/(.+?)\)/g)].flatMap(([, title = '', file = '']) => {
    if (!existsSync(join(ROOT, file))) return [`${file} is not there`];
    const source = read(file);
    // As the source spells it: in one kind of quotes or another.
    const isThere = [`'`, `"`, '`'].some((quote) => source.includes(quote + title + quote));
    return isThere && file.endsWith('.test.ts') ? [] : [`${file} has no test “${title}”`];
  });

describe('the table of ASVS 5.0, levels 1 and 2', () => {
  it('has each line once and in order, and no other', () => {
    expect(LINES).toHaveLength(253);
    expect(rows.flatMap(({ lines }) => spread(lines))).toEqual(LINES);
  });

  it('answers each line by a test, a reason or a duty, in its own words', () => {
    for (const { lines, answer, how, tests } of rows) {
      expect([lines, ANSWERS.includes(answer), how.length > 10]).toEqual([lines, true, true]);
      if (answer === 'holds') expect([lines, tests]).toEqual([lines, expect.stringMatching(/^\[.*\)$/)]);
    }
  });

  it('names tests that are there, by their titles', () => {
    expect(rows.flatMap(({ tests }) => findFaults(tests))).toEqual([]);
    expect(findFaults('[gone](../docs/gone.test.ts)')).toHaveLength(1);
    expect(findFaults(`[${'no such '}title](../docs/links.test.ts)`)).toHaveLength(1);
  });

  it('counts its answers right', () => {
    const said = [...guide.matchAll(/^\| ([a-z ]+?) +\| +(\d+) +\|/gm)].map(([, answer, count]) => [
      answer,
      +count!,
    ]);
    const counted = ANSWERS.map((answer) => [
      answer,
      rows.filter((row) => row.answer === answer).flatMap(({ lines }) => spread(lines)).length,
    ]);
    expect(said).toEqual(counted);
  });
});

describe('what is documented', () => {
  const { components, paths } = JSON.parse(read('packages/openapi/openapi.json')) as {
    components: { schemas: Record<string, Described> };
    paths: Record<string, Record<string, { parameters?: (Described & { name: string })[] }>>;
  };
  type Described = { description?: string; properties?: Record<string, Described> };
  const schema = (name: string) => components.schemas[name]?.description;
  const field = (name: string, key: string) => components.schemas[name]?.properties?.[key]?.description;
  const parameter = (method: string, path: string, key: string) =>
    paths[path]?.[method]?.parameters?.find(({ name }) => name === key)?.description;

  it.each([
    ['a place has both', parameter('post', '/v1/field/photos', 'lat'), 'with lon'],
    ['a place has both', parameter('post', '/v1/field/photos', 'lon'), 'with lat'],
    [
      'a position is one of an endpoint',
      parameter('get', '/api/v1/public/webhook-events', 'after_sequence'),
      'to `endpoint`',
    ],
    ['a URL or a reader', field('CreateWebhookEndpointBody', 'url'), 'but for kind pull, which has none'],
    [
      'a channel and its address',
      field('InspectionParticipant', 'channel'),
      'sms wants a phone, email an e-mail address',
    ],
    [
      'a link that is sent, and to whom',
      field('CreateParticipantBody', 'send_email'),
      '`recipient_email`, without which it is refused',
    ],
    ['a signer can be reached', schema('SignerInput'), 'email or phone is needed'],
    ['an operator, or a member', field('CreateCredentialBody', 'member'), 'in place of `operator_email`'],
    ['a slot once', field('ShotInput', 'slot'), 'once in the list'],
  ])('says how values fit together: %s', (_, description, words) => {
    expect(description).toContain(words);
  });
});

describe('the threat model', () => {
  it('SECURITY.md names every setting that opens a connection', () => {
    const settings = [
      ...read('apps/server/src/config/environment.ts').matchAll(/^ {2}([A-Z0-9_]+_URLS?):/gm),
    ];
    const opening = settings.map(([, name = '']) => name).filter((name) => name !== 'BASE_URL');
    expect(opening.length).toBeGreaterThan(6);
    const section = /^## What it connects to\n([^]*?)^## /m.exec(security)![1]!;
    expect(opening.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
  });

  it('SECURITY.md names each secret of the settings, with its algorithm or as a way in', () => {
    const config = read('apps/server/src/config/read-config.ts');
    const secrets = [
      ...config.matchAll(/^ {4}\w+: env\.([A-Z0-9_]*(?:SECRET|TOKEN|KEYS|KEY|PASSWORD))\b/gm),
    ].map(([, name = '']) => name);
    expect(secrets.length).toBeGreaterThan(7);
    const section = /^## Ways in\n([^]*?)^## What it connects to/m.exec(security)![1]!;
    const missing = secrets.filter((name) => !section.includes(`\`${name}\``));
    // The seal's password is of the seal's file.
    expect(missing).toEqual(['SEAL_P12_PASSWORD']);
  });

  it('SECURITY.md names each way in: all kinds of tokens that the contract knows, and the routes that want none', () => {
    const section = /^## Ways in\n([^]*?)^## /m.exec(security)![1]!;
    const names: Record<string, string> = {
      credential: '| API key ',
      field_session: '| field token ',
      signing_link: '| link to sign, and code ',
      signing_session: '| signing session ',
      reading_session: '| reading session ',
      none: 'show what they rest on in the request itself',
    };
    for (const { policy } of listRoutes()) expect(section).toContain(names[policy.auth] ?? policy.auth);
    const open = listRoutes().filter(({ policy }) => policy.auth === 'none');
    expect(open.map(({ route }) => `${route.method} ${route.path}`).sort()).toEqual([
      'GET /v1/reports/:report_file',
      'GET /v1/sessions/:session_id/join/:token',
      'GET /v1/verify/:audit_chain_hash',
      'POST /v1/keys/revoke',
      'POST /v1/org/invitations/accept',
      'POST /v1/sessions/:session_id/join/:token/code',
      'POST /v1/sign-in',
      'POST /v1/sign-in/code',
      'POST /v1/sign-in/link',
      'POST /v1/sign-in/organisation',
      'POST /v1/sign-in/passkey/begin',
      'POST /v1/sign-in/passkey/finish',
      'POST /v1/sign-in/provider',
    ]);
    const takesMembers = listRoutes().some(({ policy }) => policy.caller === 'any');
    expect([takesMembers, section.includes('| session of a member ')]).toEqual([true, true]);
  });

  it('SECURITY.md says of each attacker what holds and what does not', () => {
    const section = /^## Who attacks\n([^]*?)^## /m.exec(security)![1]!;
    const parts = section.split(/^### /m).slice(1);
    expect(parts.length).toBeGreaterThan(6);
    for (const part of parts)
      expect(part).toMatch(/^[^]*^- \*\*Holds:\*\* .{30,}[^]*^- \*\*Does not hold:\*\* .{20,}/m);
  });
});

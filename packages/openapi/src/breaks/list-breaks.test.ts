import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listBreaks } from './list-breaks.ts';

const text = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');
const PUBLIC = '/api/v1/public';
const SESSIONS = `${PUBLIC}/sessions`;
const schema = (...path: string[]) => ['components', 'schemas', ...path];

type Edit = [path: string[], change: (value: unknown) => unknown];

const gone = () => undefined;
const become = (value: unknown) => () => value;
const plus = (item: unknown) => (list: unknown) => [...(list as unknown[]), item];
const minusLast = (list: unknown) => (list as unknown[]).slice(0, -1);
const minus = (item: unknown) => (list: unknown) => (list as unknown[]).filter((each) => each !== item);

const editDocument = (edits: Edit[]): string => {
  const document = JSON.parse(text) as Record<string, unknown>;
  for (const [path, change] of edits) {
    const last = path.at(-1) ?? '';
    const parent = path.slice(0, -1).reduce((part, key) => part[key] as Record<string, unknown>, document);
    parent[last] = change(parent[last]);
  }
  return JSON.stringify(document);
};

// Each break has its own place, so that one comparison finds all.
const BREAKS: [title: string, rule: string, word: string, edits: Edit[]][] = [
  [
    'a field that a response loses',
    'property-removed',
    '`notes` of `Session`',
    [
      [schema('Session', 'properties', 'notes'), gone],
      [schema('Session', 'required'), minus('notes')],
    ],
  ],
  [
    'a field that a response may leave out from now on',
    'required-properties-removed',
    '`join_url`',
    [[schema('MintedInvite', 'required'), minus('join_url')]],
  ],
  [
    'a field that may be null from now on',
    'schema-type-changed',
    '`operator_email`',
    [[schema('Session', 'properties', 'operator_email', 'type'), become(['string', 'null'])]],
  ],
  [
    'a field that a request must have from now on',
    'required-properties-added',
    '`CreateSessionBody`',
    [[schema('CreateSessionBody', 'required'), become(['notes'])]],
  ],
  [
    'a field that a request may not have any more',
    'property-removed',
    '`locale` of `UpdateSessionBody`',
    [[schema('UpdateSessionBody', 'properties', 'locale'), gone]],
  ],
  [
    'a value that is taken no more',
    'enum-values-removed',
    '`SubscribableEventType`',
    [[schema('SubscribableEventType', 'enum'), minusLast]],
  ],
  [
    'a bound that is narrower',
    'schema-constraint-changed',
    '`maxLength`',
    [[schema('CreateSessionBody', 'properties', 'notes', 'maxLength'), become(10)]],
  ],
  ['a path that is gone', 'path-removed', '/campaigns`', [[['paths', `${PUBLIC}/campaigns`], gone]]],
  [
    'a method that is gone',
    'operation-removed',
    '/participants',
    [[['paths', `${SESSIONS}/{session_id}/participants`, 'get'], gone]],
  ],
  [
    'another operation id, by which generated clients call it',
    'operation-id-changed',
    "'fetchSessions'",
    [[['paths', SESSIONS, 'get', 'operationId'], become('fetchSessions')]],
  ],
  [
    'a query parameter that is gone',
    'parameter-removed',
    '`ended_before`',
    [[['paths', SESSIONS, 'get', 'parameters'], minusLast]],
  ],
  [
    'another scope',
    'security-requirement-changed',
    "'org:read'",
    [[['paths', SESSIONS, 'post', 'security'], become([{ apiKey: ['org:read'] }])]],
  ],
  [
    'a header that a response loses',
    'response-header-removed',
    '`X-RateLimit-Reset`',
    [[['paths', SESSIONS, 'post', 'responses', '201', 'headers', 'X-RateLimit-Reset'], gone]],
  ],
  ['an event that is gone', 'path-removed', '`session.expired`', [[['webhooks', 'session.expired'], gone]]],
  [
    'a field that an event loses',
    'property-removed',
    '`sequence` of `SessionJoinedEvent`',
    [[schema('SessionJoinedEvent', 'properties', 'sequence'), gone]],
  ],
];

describe('a break is', async () => {
  const breaks = await listBreaks(text, editDocument(BREAKS.flatMap(([, , , edits]) => edits)));

  test.each(BREAKS)('%s', (_title, rule, word) => {
    expect(breaks.filter((each) => each.rule === rule && each.message.includes(word))).not.toEqual([]);
  });

  test('told with its place', () => {
    expect(breaks.find(({ rule }) => rule === 'operation-removed')).toEqual({
      rule: 'operation-removed',
      message: expect.stringContaining('was removed') as string,
      where: `paths › ${SESSIONS}/{session_id}/participants › get`,
    });
  });
});

test('what is added, deprecated or told in other words is no break', async () => {
  const { paths, webhooks } = JSON.parse(text) as Record<string, Record<string, Record<string, object>>>;
  const edits: Edit[] = [
    [schema('Session', 'properties', 'weather'), become({ type: 'string' })],
    [schema('Session', 'required'), plus('weather')],
    [schema('CreateSessionBody', 'properties', 'weather'), become({ type: 'string' })],
    [['paths', '/v1/new'], become({ get: { ...paths?.[SESSIONS]?.['get'], operationId: 'listNew' } })],
    [['paths', SESSIONS, 'get', 'parameters'], plus({ name: 'q', in: 'query', schema: { type: 'string' } })],
    [
      ['webhooks', 'session.left'],
      become({ post: { ...webhooks?.['session.joined']?.['post'], operationId: 'onSessionLeft' } }),
    ],
    [schema('SessionStatus', 'enum'), plus('paused')],
    [schema('ErrorCode', 'enum'), plus('session.paused')],
    [['paths', SESSIONS, 'get', 'deprecated'], become(true)],
    [['paths', SESSIONS, 'get', 'description'], become('In other words.')],
    [['components', 'examples', 'Session', 'value'], become({})],
  ];
  expect(await listBreaks(text, editDocument(edits))).toEqual([]);
});

test('the same document breaks nothing', async () => {
  expect(await listBreaks(text, text)).toEqual([]);
});

test('what is no document is a fault, not an absence of breaks', async () => {
  await expect(listBreaks(text, 'no JSON')).rejects.toThrow();
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listBreaks } from './list-breaks.ts';

/* eslint-disable-next-line @typescript-eslint/no-explicit-any -- a document is changed at whatever depth */
type Document = any;

const text = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8');
const SESSIONS = '/api/v1/public/sessions';

/** The rules that a change of the committed document breaks. */
const rulesOf = async (change: (document: Document) => void): Promise<string[]> => {
  const document = JSON.parse(text) as Document;
  change(document);
  const breaks = await listBreaks(text, JSON.stringify(document));
  return [...new Set(breaks.map(({ rule }) => rule))].sort();
};
const without = (list: string[], name: string) => list.filter((each) => each !== name);

describe('a break is', { timeout: 30_000 }, () => {
  test.each<[string, string, (document: Document) => void]>([
    [
      'a field that a response loses',
      'property-removed',
      ({ components: { schemas } }) => {
        delete schemas.Session.properties.notes;
        schemas.Session.required = without(schemas.Session.required, 'notes');
      },
    ],
    [
      'a field that a response may leave out from now on',
      'required-properties-removed',
      ({ components: { schemas } }) => {
        schemas.Session.required = without(schemas.Session.required, 'notes');
      },
    ],
    [
      'a field that may be null from now on',
      'schema-type-changed',
      ({ components: { schemas } }) => {
        schemas.Session.properties.notes.type = ['string', 'null'];
      },
    ],
    [
      'a field that a request must have from now on',
      'required-properties-added',
      ({ components: { schemas } }) => {
        schemas.CreateSessionBody.required = ['notes'];
      },
    ],
    [
      'a field that a request may not have any more',
      'property-removed',
      ({ components: { schemas } }) => delete schemas.CreateSessionBody.properties.notes,
    ],
    [
      'a value that is taken no more',
      'enum-values-removed',
      ({ components: { schemas } }) => schemas.SubscribableEventType.enum.pop(),
    ],
    [
      'a bound that is narrower',
      'schema-constraint-changed',
      ({ components: { schemas } }) => {
        schemas.CreateSessionBody.properties.notes.maxLength = 10;
      },
    ],
    ['a path that is gone', 'path-removed', ({ paths }) => delete paths[SESSIONS]],
    ['a method that is gone', 'operation-removed', ({ paths }) => delete paths[SESSIONS].post],
    [
      'another operation id, by which generated clients call it',
      'operation-id-changed',
      ({ paths }) => {
        paths[SESSIONS].get.operationId = 'fetchSessions';
      },
    ],
    [
      'a query parameter that is gone',
      'parameter-removed',
      ({ paths }) => {
        paths[SESSIONS].get.parameters.pop();
      },
    ],
    [
      'another scope',
      'security-requirement-changed',
      ({ paths }) => {
        paths[SESSIONS].get.security = [{ apiKey: ['org:read'] }];
      },
    ],
    [
      'a header that a response loses',
      'response-header-removed',
      ({ paths }) => delete paths[SESSIONS].post.responses['201'].headers['X-RateLimit-Reset'],
    ],
    ['an event that is gone', 'path-removed', ({ webhooks }) => delete webhooks['session.joined']],
    [
      'a field that an event loses',
      'property-removed',
      ({ components: { schemas } }) => delete schemas.SessionJoinedEvent.properties.sequence,
    ],
  ])('%s', async (_, rule, change) => {
    expect(await rulesOf(change)).toContain(rule);
  });
});

describe('no break is', { timeout: 30_000 }, () => {
  test.each<[string, (document: Document) => void]>([
    ['no change', () => undefined],
    [
      'a field that a response gains',
      ({ components: { schemas } }) => {
        schemas.Session.properties.weather = { type: 'string' };
        schemas.Session.required.push('weather');
      },
    ],
    [
      'a field that a request may have',
      ({ components: { schemas } }) => {
        schemas.CreateSessionBody.properties.weather = { type: 'string' };
      },
    ],
    [
      'a new path',
      ({ paths }) => {
        paths['/v1/new'] = { get: { ...paths[SESSIONS].get, operationId: 'listNew' } };
      },
    ],
    [
      'a query parameter that may be there',
      ({ paths }) => {
        paths[SESSIONS].get.parameters.push({ name: 'q', in: 'query', schema: { type: 'string' } });
      },
    ],
    [
      'a new event',
      ({ webhooks }) => {
        const { post } = webhooks['session.joined'];
        webhooks['session.left'] = { post: { ...post, operationId: 'onSessionLeft' } };
      },
    ],
    [
      'a new value in a list of values, and a new error code',
      ({ components: { schemas } }) => {
        schemas.SessionStatus.enum.push('paused');
        schemas.ErrorCode.enum.push('session.paused');
      },
    ],
    [
      'a deprecation',
      ({ paths }) => {
        paths[SESSIONS].get.deprecated = true;
      },
    ],
    [
      'other words and examples',
      ({ paths, components }) => {
        paths[SESSIONS].get.description = 'In other words.';
        components.examples.Session.value.notes = 'Cellar';
      },
    ],
  ])('%s', async (_, change) => {
    expect(await rulesOf(change)).toEqual([]);
  });
});

test('a break says what and where', async () => {
  const document = JSON.parse(text) as Document;
  delete document.paths[SESSIONS].post;
  expect(await listBreaks(text, JSON.stringify(document))).toEqual([
    {
      rule: 'operation-removed',
      message: expect.stringContaining('was removed') as string,
      where: `paths › ${SESSIONS} › post`,
    },
  ]);
});

test('what is no document is a fault, not an absence of breaks', async () => {
  await expect(listBreaks(text, 'no JSON')).rejects.toThrow();
});

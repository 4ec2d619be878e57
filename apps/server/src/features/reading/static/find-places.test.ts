import { expect, it } from 'vitest';
import { createLogger } from '../../../platform/logger.ts';
import { readSdkDocuments } from '../documents/read-sdk-documents.ts';
import { buildSearchIndex, type Entry } from '../layout/build-search-index.ts';

type Find = (index: Entry[], query: string) => { places: Entry[]; meant?: string };

const { findPlaces } = (await import(new URL('./find-places.js', import.meta.url).href)) as {
  findPlaces: Find;
};
const INDEX = buildSearchIndex(await readSdkDocuments({ log: createLogger('silent') }));
const find = (query: string) => findPlaces(INDEX, query);

it.each([
  ['webhooks', 'docs/webhooks'],
  ['webhook', 'docs/webhooks'],
  ['idempotency', 'docs/idempotency'],
  ['pagination', 'docs/pagination'],
  ['errors', 'docs/errors'],
  ['rate limits', 'docs/rate-limits'],
  ['signatures', 'docs/signatures'],
  ['versioning', 'docs/versioning'],
  ['testing', 'docs/testing'],
  ['CLI', 'docs/command-line'],
])('%s finds its guide first, then headings, then operations', (query, guide) => {
  const { places } = find(query);
  expect(places[0]?.[0]).toBe(guide);
  const named = places.filter(([, title, , , kind]) => kind > 0 && beginsWordsOf(title, query));
  const kinds = named.map(([, , , , kind]) => kind);
  expect(kinds).toEqual([...kinds].sort((a, b) => a - b));
});

it.each([
  ['listen', 'docs/command-line#listen-events-on-your-machine'],
  ['trigger', 'docs/command-line#trigger-and-events-samples-and-what-was-sent'],
  ['login', 'docs/command-line#login-the-key'],
  ['tus upload', 'docs/evidence#uploads-by-tus-over-a-bad-network'],
  ['GDPR', 'docs/retention#erasing-a-session'],
  ['DSGVO', 'docs/retention#erasing-a-session'],
  ['de-DE', 'docs/messages#locales'],
  ['bulk', 'docs/versioned-root#many-at-once'],
])('%s finds first where it is told how', (query, section) => {
  expect(find(query).places[0]?.[0]).toBe(section);
});

it.each(['appointment', 'redact', 'retry', 'limits'])(
  '%s finds what says how before what says why',
  (query) => {
    const kinds = find(query).places.map(([, , place]) => place === 'Decision');
    expect(kinds).toEqual([...kinds].sort());
    expect(kinds.length).toBeGreaterThan(1);
  },
);

it.each(['create a session', 'end session', 'list webhook endpoints'])(
  '%s finds that operation first',
  (query) => {
    const [first] = find(query).places;
    expect(first?.[0]).toMatch(/^docs\/reference\//);
    expect(beginsWordsOf(first?.[1] ?? '', query)).toBe(true);
  },
);

it.each([
  ['idempotancy', 'idempotency', 'docs/idempotency'],
  ['webhok', 'webhook', 'docs/webhooks'],
  ['wehbooks', 'webhooks', 'docs/webhooks'],
  ['paginaton', 'pagination', 'docs/pagination'],
  ['signiture', 'signature', 'docs/signatures'],
  ['idempotanc', 'idempotency', 'docs/idempotency'],
])('%s is taken for %s, which finds its guide first', (query, word, guide) => {
  const { places, meant } = find(query);
  expect([meant, places[0]?.[0]]).toEqual([word, guide]);
});

it('a word that is there is taken for no other, and one that is near to none finds nothing', () => {
  expect(find('webhook').meant).toBeUndefined();
  expect(find('idempot').meant).toBeUndefined();
  expect(find('xqzt')).toEqual({ places: [] });
  expect(find('webhok xqzt')).toEqual({ places: [] });
  expect(find('  ')).toEqual({ places: [] });
});

const beginsWordsOf = (title: string, query: string): boolean => {
  const words = title.toLowerCase().split(/[^a-z_]+/);
  return query.split(' ').every((word) => words.some((each) => each.startsWith(word.replace(/s$/, ''))));
};

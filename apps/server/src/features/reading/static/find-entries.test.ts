import MiniSearch from 'minisearch';
import { expect, it } from 'vitest';
import { createLogger } from '../../../platform/logger.ts';
import { readSdkDocuments } from '../documents/read-sdk-documents.ts';
import { buildSearchIndex, type Entry } from '../layout/build-search-index.ts';

type Search = (query: string) => { entries: Entry[]; above: string[]; below: string[]; said: string };
type Create = (library: typeof MiniSearch, entries: Entry[], maxFound?: number) => Promise<Search>;

const { createSearch } = (await import(new URL('./find-entries.js', import.meta.url).href)) as {
  createSearch: Create;
};
const INDEX = buildSearchIndex(await readSdkDocuments({ log: createLogger('silent') }));
const find = await createSearch(MiniSearch, INDEX, INDEX.length);

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
  const { entries } = find(query);
  expect(entries[0]?.[0]).toBe(guide);
  const named = entries.filter(([, title, , , kind]) => kind > 0 && beginsWordsOf(title, query));
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
  expect(find(query).entries[0]?.[0]).toBe(section);
});

it.each(['appointment', 'redact', 'retry', 'limits'])(
  '%s finds what says how before what says why',
  (query) => {
    const kinds = find(query).entries.map(([, , entry]) => entry === 'Decision');
    expect(kinds).toEqual([...kinds].sort());
    expect(kinds.length).toBeGreaterThan(1);
  },
);

it.each(['create a session', 'end session', 'list webhook endpoints'])(
  '%s finds that operation first',
  (query) => {
    const [first] = find(query).entries;
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
  const { entries, above } = find(query);
  expect([above, entries[0]?.[0]]).toEqual([[`Nothing for “${query}”. Found for “${word}”:`], guide]);
});

it('a word that is there is taken for no other, and one that is near to none finds nothing', () => {
  expect(find('webhook').above).toEqual([]);
  expect(find('idempot').above).toEqual([]);
  const nothing = {
    entries: [],
    above: [],
    below: ['Nothing found: try the beginning of a word'],
    said: '0 found',
  };
  expect(find('xqzt')).toEqual(nothing);
  expect(find('webhok xqzt')).toEqual(nothing);
  expect(find('  ')).toEqual({ ...nothing, below: [], said: '' });
});

it.each(['verify webhook signature', 'webhook signature'])(
  '%s finds the guide of webhooks first, though no title has all of it',
  (query) => {
    expect(find(query).entries[0]?.[0]).toBe('docs/webhooks');
  },
);

it('a text that was pasted is cut to 100 characters and 8 words before anything looks for it', async () => {
  const asked: string[] = [];
  class Watched extends MiniSearch {
    override search(...given: Parameters<MiniSearch['search']>) {
      asked.push(String(given[0]));
      return super.search(...given);
    }
  }
  const watched = await createSearch(Watched, INDEX.slice(0, 10));
  watched('ab '.repeat(100_000));
  watched('x'.repeat(100_000));
  expect(asked).toContain('ab ab ab ab ab ab ab ab');
  expect(Math.max(...asked.map(({ length }) => length))).toBe(100);
});

it('shows twelve entries, and says how many more there are', async () => {
  const { entries, below } = (await createSearch(MiniSearch, INDEX))('webhook');
  expect([entries.length, below]).toEqual([12, [expect.stringMatching(/^\d+ more: add a word$/)]]);
});

const beginsWordsOf = (title: string, query: string): boolean => {
  const words = title.toLowerCase().split(/[^a-z_]+/);
  return query.split(' ').every((word) => words.some((each) => each.startsWith(word.replace(/s$/, ''))));
};

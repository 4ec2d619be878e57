import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServerError } from '../errors/api-error.ts';
import { UsageError } from '../errors/field-inspection-error.ts';
import { ConnectionError } from '../errors/request-error.ts';
import { createTestClient } from '../testing/create-test-client.ts';
import { disconnect, type FakeReply, json, problem } from '../testing/fake-fetch.ts';
import { listNumbers, page } from '../testing/fake-list.ts';
import { type Page, PaginationLoopError } from './page.ts';

type Item = { id: unknown };

const numbers = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
const collect = async (items: AsyncIterable<Item>) => {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
};
const cursorsOf = (requests: readonly { url: URL }[]) =>
  requests.map(({ url }) => url.searchParams.get('cursor'));

describe('list()', () => {
  it('awaited is the first page', async () => {
    const { client, requests } = createTestClient([listNumbers(5)]);
    const first = await client.sessions.list({ limit: 2, status: 'open' });
    expect(first).toMatchObject({ data: numbers(2), hasMore: true, nextCursor: '2', requestId: 'req_1' });
    expect(requests.map(({ url }) => url.search)).toEqual(['?limit=2&status=open']);
  });

  it('iterated unawaited is every item, each page asked for once with the same query', async () => {
    const { client, requests } = createTestClient([listNumbers(5)]);
    expect(await collect(client.sessions.list({ limit: 2, status: 'open' }))).toEqual(numbers(5));
    expect(requests.map(({ url }) => url.search)).toEqual([
      '?limit=2&status=open',
      '?limit=2&status=open&cursor=2',
      '?limit=2&status=open&cursor=4',
    ]);
  });

  it('iterated twice gives the same twice', async () => {
    const { client } = createTestClient([listNumbers(5)]);
    const list = client.sessions.list({ limit: 2 });
    expect([await collect(list), await collect(list)]).toEqual([numbers(5), numbers(5)]);
  });

  it('goes on from a cursor that was kept', async () => {
    const { client } = createTestClient([listNumbers(5)]);
    expect(await collect(client.sessions.list({ cursor: '3' }))).toEqual(numbers(5).slice(3));
  });

  it('asks for no more once the loop is left', async () => {
    const { client, requests } = createTestClient([listNumbers(50)]);
    for await (const item of client.sessions.list({ limit: 2 })) if ((item as Item).id === 2) break;
    expect(requests).toHaveLength(2);
  });

  it('is an empty list when there is nothing', async () => {
    const { client } = createTestClient([json(page([], null))]);
    expect(await collect(client.sessions.list())).toEqual([]);
  });
});

describe('a page', () => {
  const getFirst = async (count: number) => {
    const { client, requests } = createTestClient([listNumbers(count)]);
    return { first: (await client.sessions.list({ limit: 2 })) as Page<unknown> as Page<Item>, requests };
  };

  it('leads to the next, and the last to null', async () => {
    const { first } = await getFirst(3);
    const second = await first.getNextPage();
    expect([second?.data, second?.hasMore]).toEqual([[{ id: 2 }], false]);
    expect(await second?.getNextPage()).toBeNull();
  });

  it('iterates its pages and its items from itself on', async () => {
    const { first } = await getFirst(5);
    const second = await first.getNextPage();
    const sizes: number[] = [];
    for await (const { data } of second!.iterPages()) sizes.push(data.length);
    expect(sizes).toEqual([2, 1]);
    expect(await collect(second!)).toEqual(numbers(5).slice(2));
  });

  it('can’t be changed', async () => {
    const { first } = await getFirst(3);
    expect(() => (first.data as Item[]).push({ id: 9 })).toThrow(TypeError);
    expect(() => Object.assign(first, { hasMore: false })).toThrow(TypeError);
  });

  it('of the list’s own iterPages() comes one by one', async () => {
    const { client } = createTestClient([listNumbers(5)]);
    const cursors: (string | null)[] = [];
    for await (const { nextCursor } of client.sessions.list({ limit: 2 }).iterPages())
      cursors.push(nextCursor);
    expect(cursors).toEqual(['2', '4', null]);
  });
});

describe('an iterator', () => {
  it('gives two parallel next() calls, and any number of them, distinct items in order, by one request a page', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(20),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 2, max: 25 }),
        async (...given) => {
          const [count, limit, parallel] = given;
          const { client, requests } = createTestClient([listNumbers(count)]);
          const items = client.sessions.list({ limit })[Symbol.asyncIterator]();
          const results = await Promise.all(Array.from({ length: parallel }, () => items.next()));
          const ids = results.map(({ value }) => (value as Item | undefined)?.id);
          expect(ids).toEqual(Array.from({ length: parallel }, (_, at) => (at < count ? at : undefined)));
          expect(requests.length).toBeLessThanOrEqual(Math.max(1, Math.ceil(count / limit)));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('gives seven parallel next() calls all of five items and two ends', async () => {
    const { client, requests } = createTestClient([listNumbers(5)]);
    const items = client.sessions.list({ limit: 2 })[Symbol.asyncIterator]();
    const results = await Promise.all(Array.from({ length: 7 }, () => items.next()));
    expect(results.map(({ value }) => (value as Item | undefined)?.id)).toEqual([
      0,
      1,
      2,
      3,
      4,
      undefined,
      undefined,
    ]);
    expect(requests).toHaveLength(3);
  });

  it('is over once it was returned from', async () => {
    const { client, requests } = createTestClient([listNumbers(5)]);
    const items = client.sessions.list({ limit: 2 })[Symbol.asyncIterator]();
    await items.next();
    expect(await items.return?.()).toEqual({ done: true, value: undefined });
    expect(await items.next()).toEqual({ done: true, value: undefined });
    expect(requests).toHaveLength(1);
  });

  it('asks for a failed page again at the next next()', async () => {
    const healthy = listNumbers(5);
    const { client, requests } = createTestClient(
      [problem(500, 'internal_error'), healthy, disconnect, healthy],
      { maxRetries: 0 },
    );
    const items = client.sessions.list({ limit: 2 })[Symbol.asyncIterator]();
    await expect(items.next()).rejects.toThrow(ServerError);
    expect((await items.next()).value).toEqual({ id: 0 });
    expect((await items.next()).value).toEqual({ id: 1 });
    await expect(items.next()).rejects.toThrow(ConnectionError);
    expect((await items.next()).value).toEqual({ id: 2 });
    expect(cursorsOf(requests)).toEqual([null, null, '2', '2']);
  });

  it('with injected failures yields each item exactly once', async () => {
    const failures: FakeReply[] = [
      disconnect,
      problem(500, 'internal_error'),
      problem(429, 'rate_limited'),
      problem(404, 'not_found'),
      () => new Response('{"data":[{"id":0},{"id'),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.nat(40),
        fc.integer({ min: 1, max: 7 }),
        fc.array(fc.constantFrom(null, ...failures)),
        async (count, limit, fates) => {
          const healthy = listNumbers(count);
          const left = [...fates];
          const reply: FakeReply = (request, init) => (left.shift() ?? healthy)(request, init);
          const { client } = createTestClient([reply], { maxRetries: 0 });
          const items = client.sessions.list({ limit })[Symbol.asyncIterator]();
          const seen: unknown[] = [];
          for (;;) {
            const result = await items.next().catch(() => null);
            if (result?.done) break;
            if (result) seen.push(result.value);
          }
          expect(seen).toEqual(numbers(count));
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('a list that would never end or would lose items', () => {
  it.each([
    ['the same cursor for ever', ['a', 'a'], 2],
    ['a circle of cursors', ['a', 'b', 'c', 'a'], 4],
  ])('is told from a long one: %s', async (_, cursors, requestCount) => {
    const replies = cursors.map((cursor) => json(page([{ id: cursor }], cursor)));
    const { client, requests } = createTestClient(replies);
    await expect(collect(client.sessions.list())).rejects.toThrow(PaginationLoopError);
    expect(requests).toHaveLength(requestCount);
  });

  it('includes one that comes back to the cursor it began with', async () => {
    const { client, requests } = createTestClient([json(page([], 'start'))]);
    await expect(collect(client.sessions.list({ cursor: 'start' }))).rejects.toThrow(PaginationLoopError);
    expect(requests).toHaveLength(1);
  });

  it('includes one that has more but names no cursor', async () => {
    const { client } = createTestClient([json({ data: [], has_more: true, next_cursor: null })]);
    await expect(collect(client.sessions.list())).rejects.toThrow('names no cursor');
  });

  it('does not include asking for the same next page twice', async () => {
    const { client } = createTestClient([listNumbers(5)]);
    const first = await client.sessions.list({ limit: 2 });
    const pages = await Promise.all([first.getNextPage(), first.getNextPage()]);
    expect(pages.map((next) => next?.data.length)).toEqual([2, 2]);
  });

  it('does not stop at an empty page that has more', async () => {
    const replies = [json(page([], 'a')), json(page([], 'b')), json(page([{ id: 1 }], null))];
    expect(await collect(createTestClient(replies).client.sessions.list())).toEqual([{ id: 1 }]);
  });
});

describe('toArray', () => {
  it.each([
    [1, ['1']],
    [100, ['100']],
    [250, ['100', '100', '100']],
  ])('of %i asks for no more pages than it takes', async (limit, sizes) => {
    const { client, requests } = createTestClient([listNumbers(1000)]);
    expect(await client.sessions.list().toArray({ limit })).toEqual(numbers(limit));
    expect(requests.map(({ url }) => url.searchParams.get('limit'))).toEqual(sizes);
  });

  it('keeps the page size of the query', async () => {
    const { client, requests } = createTestClient([listNumbers(1000)]);
    expect(await client.sessions.list({ limit: 10 }).toArray({ limit: 25 })).toEqual(numbers(25));
    expect(requests).toHaveLength(3);
  });

  it('ends with the list', async () => {
    const { client } = createTestClient([listNumbers(3)]);
    expect(await client.sessions.list().toArray({ limit: 25 })).toEqual(numbers(3));
  });

  it.each([undefined, {}, { limit: 0 }, { limit: 1.5 }, { limit: Infinity }])(
    'refuses %j and sends nothing',
    async (options) => {
      const { client, requests } = createTestClient([listNumbers(3)]);
      await expect(client.sessions.list().toArray(options as { limit: number })).rejects.toThrow(UsageError);
      await new Promise((resolve) => setImmediate(resolve));
      expect(requests).toHaveLength(0);
    },
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../errors/field-inspection-error.ts';
import { path } from '../requests/route-path.ts';
import { createTestClient } from '../testing/create-test-client.ts';
import { disconnect, type FakeReply, json } from '../testing/fake-fetch.ts';
import { listNumbers, page } from '../testing/fake-list.ts';
import { nameList, readCheckpoint, writeCheckpoint } from './checkpoint.ts';

type Item = { id: number };
const numbers = (count: number) => Array.from({ length: count }, (_, id) => id);

describe('a checkpoint', () => {
  it('comes back as it was, and is safe in an URL', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
        fc.option(fc.string()),
        fc.array(fc.string()),
        (list, cursor, given) => {
          const checkpoint = writeCheckpoint(list, { cursor, given });
          expect(checkpoint).toMatch(/^[\w-]+$/);
          expect(readCheckpoint(list, checkpoint)).toEqual({ cursor, given });
        },
      ),
    );
  });

  it.each(['', 'x', '!', btoa('{}'), btoa('[2,"list",null]')])('is refused when it is none: %j', (text) => {
    expect(() => readCheckpoint('list', text)).toThrow(UsageError);
  });

  it('of another list or of other filters is refused, and nothing is sent', async () => {
    const { client, requests } = createTestClient([json(page([], null))]);
    const resume = client.sessions.list({ status: 'open', limit: 5 })[Symbol.asyncIterator]().checkpoint();
    await expect(client.campaigns.list({}, { resume })).rejects.toThrow('another list');
    await expect(client.sessions.list({}, { resume })).rejects.toThrow('other filters');
    await expect(client.sessions.list({ status: 'open', cursor: 'a' }, { resume })).rejects.toThrow(
      'either resume or cursor',
    );
    expect(requests).toHaveLength(1);
    expect((await client.sessions.list({ limit: 9, status: 'open' }, { resume })).data).toEqual([]);
  });

  it('names a list by its filters in any order', () => {
    const at = path`/sessions/${{ sessionId: 'a' }}/participants`;
    expect(nameList(at, { status: 'open', limit: 5, campaign: 'c', cursor: 'x' })).toBe(
      nameList(at, { campaign: 'c', status: 'open', created_after: undefined }),
    );
  });
});

describe('an iteration that is resumed', () => {
  it('gives every item exactly once, whatever fails and wherever it was left', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(30),
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1 }),
        fc.array(fc.constantFrom('fail', 'resume', 'next', 'next')),
        async (count, limits, fates) => {
          const left = { fates: [...fates], limits: [...limits] };
          let isDown = false;
          const reply: FakeReply = (request, init) =>
            (isDown ? disconnect : listNumbers(count))(request, init);
          const { client } = createTestClient([reply], { maxRetries: 0 });
          const begin = (resume?: string) => {
            const limit = left.limits.length > 1 ? left.limits.shift() : left.limits[0];
            return client.sessions.list({ limit }, { resume })[Symbol.asyncIterator]();
          };
          let items = begin();
          const seen: unknown[] = [];
          for (;;) {
            const fate = left.fates.shift();
            isDown = fate === 'fail';
            if (fate === 'resume') items = begin(items.checkpoint());
            const result = await items.next().catch(() => null);
            if (result?.done) break;
            if (result) seen.push((result.value as unknown as Item).id);
          }
          expect(seen).toEqual(numbers(count));
        },
      ),
    );
  });

  it('neither loses nor repeats items when others come before them or go meanwhile', async () => {
    let all = [5, 4, 3, 2, 1];
    // Keyset paging, as in the service: the cursor is the id of the last item before the page.
    const reply: FakeReply = (request, init) => {
      const after = Number(request.url.searchParams.get('cursor') ?? Infinity);
      const data = all.filter((id) => id < after).slice(0, 3);
      const last = data.at(-1);
      const hasMore = all.some((id) => id < (last ?? -1));
      return json(
        page(
          data.map((id) => ({ id })),
          hasMore ? String(last) : null,
        ),
      )(request, init);
    };
    const { client } = createTestClient([reply]);
    const items = client.sessions.list()[Symbol.asyncIterator]();
    const given = [await items.next(), await items.next()].map(({ value }) => (value as unknown as Item).id);
    all = [7, 6, 4, 3, 2, 1];
    const rest: number[] = [];
    // The test leaves after every item, so each time the given items must be left out.
    for (let left = items.checkpoint(); ;) {
      const resumed = client.sessions.list({}, { resume: left })[Symbol.asyncIterator]();
      const { done, value } = await resumed.next();
      if (done) break;
      rest.push((value as unknown as Item).id);
      left = resumed.checkpoint();
    }
    expect([given, rest]).toEqual([
      [5, 4],
      [7, 6, 3, 2, 1],
    ]);
  });

  it('of a page goes on in that page', async () => {
    const { client } = createTestClient([listNumbers(5)]);
    const second = await (await client.sessions.list({ limit: 2 })).getNextPage();
    const items = second![Symbol.asyncIterator]();
    await items.next();
    const rest = await client.sessions.list({}, { resume: items.checkpoint() }).toArray({ limit: 9 });
    expect(rest.map(({ id }) => id as unknown)).toEqual([3, 4]);
  });

  it('that had come to its end gives what was added since', async () => {
    const { client } = createTestClient([listNumbers(2), listNumbers(3)]);
    const items = client.sessions.list()[Symbol.asyncIterator]();
    while (!(await items.next()).done);
    const rest = await client.sessions.list({}, { resume: items.checkpoint() }).toArray({ limit: 9 });
    expect(rest.map(({ id }) => id as unknown)).toEqual([2]);
  });
});

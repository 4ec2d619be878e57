import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { cloneDatabase } from '../../testing/clone-database.ts';
import { openTestContext } from '../../testing/open-test-context.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { filterBy, listPage, MOST_EXAMINED } from './list-page.ts';

let context: Context;
let drop: () => Promise<void>;
let organisationId: string;

beforeAll(async () => {
  const database = await cloneDatabase();
  drop = database.drop;
  context = await openTestContext(database.databaseUrl);
  ({ organisationId } = await seedOrganisation(context));
});
afterAll(async () => {
  await context.close();
  await drop();
});
beforeEach(() => context.database.pool.query('delete from campaigns'));

const insertAt = async (microseconds: number[]) => {
  await context.database.pool.query(
    `
    insert into campaigns (organisation_id, id, name, description, created_at)
    select $1, gen_random_uuid(), '', '', timestamptz '2026-11-20T09:30:00Z' + n * interval '1 microsecond'
    from unnest($2::int[]) n
    `,
    [organisationId, microseconds],
  );
  const { rows } = await context.database.pool.query<{ id: string }>(
    'select id from campaigns order by created_at desc, id desc',
  );
  return rows.map(({ id }) => id);
};

const readPage = (limit: number, cursor?: string) =>
  listPage<{ id: string }>(context, {
    list: ['campaigns', organisationId],
    cursor,
    limit,
    of: { table: 'campaigns', organisationId },
  });

const readAll = async (limits: number[], between: (page: number) => Promise<unknown> = async () => {}) => {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; ; page++) {
    const { rows, has_more, next_cursor } = await readPage(limits[page % limits.length]!, cursor);
    ids.push(...rows.map(({ id }) => id));
    expect(next_cursor !== null).toBe(has_more);
    if (next_cursor === null) return ids;
    cursor = next_cursor;
    await between(page);
  }
};

describe('listPage', () => {
  it('gives every row once and in order, whatever the sizes of the pages and the ties among the rows', async () => {
    const anyTimes = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 30 });
    const anyLimits = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(anyTimes, anyLimits, async (times, limits) => {
        await context.database.pool.query('delete from campaigns');
        const expected = await insertAt(times);
        expect(await readAll(limits)).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });

  it('skips and repeats none of the stable rows while others come and go', async () => {
    const stable = await insertAt(Array.from({ length: 20 }, (_, index) => 1_000 + (index % 3)));
    const seen = await readAll([3], async (page) => {
      await insertAt([2_000 + page, 1_001, 500]);
      await context.database.pool.query(
        'delete from campaigns where id <> all ($1::uuid[]) and id in (select id from campaigns limit 1)',
        [stable],
      );
    });
    expect(seen.filter((id) => stable.includes(id))).toEqual(stable);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('goes on from the position of a row that is gone', async () => {
    const ids = await insertAt([5, 4, 3, 2, 1]);
    const { next_cursor } = await readPage(2);
    await context.database.pool.query('delete from campaigns where id = $1', [ids[1]]);
    expect((await readPage(5, next_cursor!)).rows.map(({ id }) => id)).toEqual(ids.slice(2));
  });

  it('is empty, and the last page, where there is nothing', async () => {
    expect(await readPage(25)).toEqual({ rows: [], has_more: false, next_cursor: null });
  });

  it('ends with a page that is exactly full', async () => {
    await insertAt([2, 1]);
    expect(await readPage(2)).toMatchObject({ has_more: false, next_cursor: null });
  });

  it.each(['', 'x', 'MS4x'])('refuses the cursor %j', async (cursor) => {
    await expect(readPage(25, cursor)).rejects.toMatchObject({ code: 'invalid_cursor' });
  });
});

/** The campaigns are a microsecond apart, oldest first. The descriptions of those at `matching` match. */
const fill = (count: number, matching: number[]) =>
  context.database.pool.query(
    `
    insert into campaigns (organisation_id, id, name, description, created_at)
    select $1, gen_random_uuid(), n, case when n = any ($3::int[]) then 'match' else '' end,
      timestamptz '2026-11-20T09:30:00Z' + n * interval '1 microsecond'
    from generate_series(1, $2::int) n
    `,
    [organisationId, count, matching],
  );

describe('a page of what no index finds', () => {
  const readMatching = async (limit: number) => {
    const pages: string[][] = [];
    let cursor: string | undefined;
    for (;;) {
      const { rows, has_more, next_cursor } = await listPage<{ name: string }>(context, {
        list: ['campaigns', organisationId],
        cursor,
        limit,
        of: { table: 'campaigns', organisationId },
        conditions: [Prisma.sql`description = 'match'`],
      });
      pages.push(rows.map(({ name }) => name));
      expect(next_cursor !== null).toBe(has_more);
      if (next_cursor === null) return pages;
      cursor = next_cursor;
    }
  };

  it('ends after 5 000 rows, empty if it must be, and the cursors lead to every match once', async () => {
    expect(MOST_EXAMINED).toBe(5_000);
    await fill(12_001, [12_001, 7_003, 7_002, 7_001, 1]);
    // 7 002 is the last of the first 5 000, 2 002 of the next.
    expect(await readMatching(25)).toEqual([['12001', '7003', '7002'], ['7001'], ['1']]);
    expect(await readMatching(1)).toEqual([['12001'], ['7003'], ['7002'], ['7001'], [], ['1']]);
  });

  it('is empty and has more where nothing matches, until all is examined', async () => {
    await fill(12_000, []);
    expect(await readMatching(100)).toEqual([[], [], []]);
  });

  it('is the last where as many are left as it examines at most, or it says so on the next', async () => {
    await fill(4_999, [1]);
    expect(await readMatching(25)).toEqual([['1']]);
    await context.database.pool.query('delete from campaigns');
    await fill(5_000, [1]);
    expect(await readMatching(25)).toEqual([['1'], []]);
  });

  it('finds the same as reading all, whatever the sizes of the pages and wherever the matches lie', async () => {
    await fill(6_000, []);
    const anyMatches = fc.uniqueArray(fc.integer({ min: 1, max: 6_000 }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(anyMatches, fc.integer({ min: 1, max: 20 }), async (matching, limit) => {
        await context.database.pool.query(
          `update campaigns set description = case when name::int = any ($1::int[]) then 'match' else '' end
           where description <> case when name::int = any ($1::int[]) then 'match' else '' end`,
          [matching],
        );
        const expected = matching.toSorted((a, b) => b - a).map(String);
        expect((await readMatching(limit)).flat()).toEqual(expected);
      }),
      { numRuns: 10 },
    );
  });
});

describe('of several filters', () => {
  it('the one that finds the fewest leads: what it finds is on one page, however many the others find', async () => {
    await fill(12_000, [3]);
    const of = { table: 'campaigns', organisationId };
    const common = filterBy(of, Prisma.sql`name <> ''`);
    const rare = filterBy(of, Prisma.sql`description = 'match'`);
    for (const filters of [
      [common, rare],
      [rare, common],
    ]) {
      const asked = { list: [], cursor: undefined, limit: 25, of, filters };
      const { rows, has_more } = await listPage<{ name: string }>(context, asked);
      expect([rows.map(({ name }) => name), has_more]).toEqual([['3'], false]);
    }
  });
});

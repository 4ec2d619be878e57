import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../context.ts';
import { cloneDatabase } from '../../testing/clone-database.ts';
import { openTestContext } from '../../testing/open-test-context.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { listPage, placeColumn, type Placed } from './list-page.ts';

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

/** Campaigns at these microseconds of one second, each with an id of its own. */
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
  listPage(
    context,
    { list: ['campaigns', organisationId], cursor, limit },
    ({ after, order }) =>
      context.database.prisma.$queryRaw<Placed[]>`
      select id, ${placeColumn} from campaigns where organisation_id = ${organisationId}::uuid and ${after} ${order}
    `,
  );

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

  it('goes on from the place of a row that is gone', async () => {
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

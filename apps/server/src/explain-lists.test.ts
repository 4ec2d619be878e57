import { isList, listRoutes } from '@field-inspection/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Context } from './context.ts';
import { MOST_EXAMINED } from './platform/database/list-page.ts';
import { cloneDatabase } from './testing/clone-database.ts';
import { explainList, findFaults, mostExamined, walkPlan } from './testing/lists/explain-list.ts';
import { fillLists, listedId } from './testing/lists/fill-lists.ts';
import { LISTS, type FilterCase } from './testing/lists/list-cases.ts';
import { openTestContext } from './testing/open-test-context.ts';
import { seedOrganisation } from './testing/seed-organisation.ts';

/** What a filter finds is more than a page examines. */
const ROWS = 12_000;

let context: Context;
let client: pg.Client;
let drop: () => Promise<void>;
let organisationId: string;

beforeAll(async () => {
  const t0 = performance.now();
  const database = await cloneDatabase();
  ({ drop } = database);
  context = await openTestContext(database.databaseUrl);
  ({ organisationId } = await seedOrganisation(context));
  // Among others who have little: planned for any, a statement is planned for an average organisation.
  const others = await Promise.all(Array.from({ length: 8 }, () => seedOrganisation(context)));
  await fillLists(database.databaseUrl, [
    { organisationId, count: ROWS },
    ...others.map((other) => ({ organisationId: other.organisationId, count: 500 })),
  ]);
  console.log('FILL', performance.now() - t0);
  client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
}, 120_000);
afterAll(async () => {
  await client?.end();
  await context.close();
  await drop();
});

const idOf = (number: number) => listedId(organisationId, number);

const explain = (name: string, query: object) =>
  explainList(context, client, (explained) =>
    LISTS[name]!.read(explained, { organisationId, idOf, query: { limit: 25, ...query } }),
  );

/** The plans of a page and of the one after it. */
const explainPages = async (name: string, query: object) => {
  const first = await explain(name, query);
  const { nextCursor: cursor } = first;
  return [...first.plans, ...(cursor === null ? [] : (await explain(name, { ...query, cursor })).plans)];
};

const casesOf = (name: string) => Object.entries(LISTS[name]!.filters(idOf));
const pairsOf = (cases: [string, FilterCase][]) =>
  cases.flatMap(([one, a], index) => cases.slice(index + 1).map(([other, b]) => [one, other, a, b] as const));

describe.each(Object.keys(LISTS))('%s', (name) => {
  it('is read by an index in the order of the list, whole and by each filter alone: a page reads what it shows', async () => {
    const queries = [{}, ...casesOf(name).flatMap(([, { odd, even, none }]) => [odd, even, none])];
    for (const query of queries) {
      const plans = await explainPages(name, query);
      expect({ query, faults: plans.flatMap(findFaults) }).toEqual({ query, faults: [] });
    }
  });

  it('examines at most 5 000 rows for a page by any two filters', async () => {
    for (const [, , a, b] of pairsOf(casesOf(name))) {
      for (const query of [
        { ...a.odd, ...b.even },
        { ...a.odd, ...b.odd },
        { ...a.none, ...b.odd },
      ]) {
        const plans = await explainPages(name, query);
        expect({ query, faults: plans.flatMap(findFaults) }).toEqual({ query, faults: [] });
        expect(Math.max(...plans.map(mostExamined))).toBeLessThanOrEqual(MOST_EXAMINED);
      }
    }
  });
});

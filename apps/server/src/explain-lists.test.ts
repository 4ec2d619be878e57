import { isList, listRoutes } from '@field-inspection/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { Prisma } from '#prisma';
import type { Context } from './context.ts';
import { MOST_EXAMINED, MOST_SHOWN } from './platform/database/list-page.ts';
import { cloneDatabase } from './testing/clone-database.ts';
import { explainList, explainStatement, findFaults, mostExamined } from './testing/lists/explain-list.ts';
import { fillLists, listedId } from './testing/lists/fill-lists.ts';
import { LISTS, type FilterCase } from './testing/lists/list-cases.ts';
import { openTestContext } from './testing/open-test-context.ts';
import { seedOrganisation } from './testing/seed-organisation.ts';

type World = { context: Context; client: pg.Client; organisationId: string; close: () => Promise<void> };

const openWorld = async (
  organisation: { last: number; step?: 1 | 2 },
  finish: 'vacuum analyze' | 'analyze',
): Promise<World> => {
  const { databaseUrl, drop } = await cloneDatabase();
  const context = await openTestContext(databaseUrl);
  const { organisationId } = await seedOrganisation(context);
  // The other organisations have little: a plan for any organisation is a plan for an average one.
  const others = await Promise.all(Array.from({ length: 8 }, () => seedOrganisation(context)));
  const organisations = [
    { organisationId, ...organisation },
    ...others.map((other) => ({ ...organisation, organisationId: other.organisationId, last: 500 })),
  ];
  await fillLists(databaseUrl, { organisations, finish });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const close = async () => {
    await client.end();
    await context.close();
    await drop();
  };
  return { context, client, organisationId, close };
};

let world: World;

const idOf = (number: number) => listedId(world.organisationId, number);

const explain = (name: string, query: object) => {
  const { organisationId, context, client } = world;
  const asked = { organisationId, idOf, query: { limit: 25, ...query } };
  return explainList(context, client, (explained) => LISTS[name]!.read(explained, asked));
};

const explainPages = async (name: string, query: object) => {
  const first = await explain(name, query);
  const { nextCursor: cursor } = first;
  return [...first.plans, ...(cursor === null ? [] : (await explain(name, { ...query, cursor })).plans)];
};

const filtersOf = (name: string) => LISTS[name]!.filters(idOf);
const namesOf = (name: string) => Object.keys(LISTS[name]!.filters(String));

const expectSound = async (name: string, query: object, most: number) => {
  const plans = await explainPages(name, query);
  const examined = Math.max(...plans.map(mostExamined));
  const faults = [...plans.flatMap(findFaults), ...(examined > most ? [`examines ${examined}`] : [])];
  expect({ query, faults }).toEqual({ query, faults: [] });
};

describe('every list of the contract', () => {
  // These lists have the order of a chain, by its primary key.
  const chains = ['evidence.listChain', 'evidence.listAddenda', 'org.listAudit'];

  it.each(listRoutes().filter(({ route }) => isList(route)))(
    '$resource $key is explained here with all its filters',
    ({ resource, key, route }) => {
      const name = `${resource}.${key}`;
      const { limit: _, cursor: __, ...filters } = (route.query as z.ZodObject).shape;
      const explained = chains.includes(name) ? [] : namesOf(name);
      expect(explained.toSorted()).toEqual(Object.keys(filters).toSorted());
    },
  );
});

describe('a list', () => {
  // A filter finds half of these rows, more than a page examines.
  beforeAll(async () => {
    world = await openWorld({ last: 12_000 }, 'vacuum analyze');
  });
  afterAll(() => world.close());

  it.each(Object.keys(LISTS))(
    '%s is read by an index in its order: no table is read whole, and nothing is sorted',
    (name) => expectSound(name, {}, MOST_EXAMINED),
  );

  it.each(Object.keys(LISTS).flatMap((name) => namesOf(name).map((filter) => [name, filter] as const)))(
    '%s by %s alone reads what it shows, however much there is beside it',
    async (name, filter) => {
      const { odd, even, none, asksEach } = filtersOf(name)[filter]!;
      const most = asksEach ? MOST_EXAMINED : MOST_SHOWN;
      for (const query of [odd, none]) await expectSound(name, query, most);
      await expectSound(name, even, MOST_EXAMINED);
    },
  );

  it.each(Object.keys(LISTS).filter((name) => namesOf(name).length > 1))(
    '%s by any two filters examines at most 5 000 rows for a page, whether each finds much, one nothing, or both together',
    async (name) => {
      for (const [one, other] of listPairs(Object.values(filtersOf(name)))) {
        await expectSound(name, { ...one.odd, ...other.odd }, MOST_EXAMINED);
        await expectSound(name, { ...one.odd, ...other.even }, MOST_EXAMINED);
        await expectSound(name, { ...one.none, ...other.odd }, MOST_EXAMINED);
      }
    },
  );

  it('would be seen to examine all that the organisation has, had a filter no index', async () => {
    const statement = Prisma.sql`
      select id from sessions where organisation_id = ${world.organisationId}::uuid and status = 'recording'
      order by created_at desc, id desc limit 26`;
    const { client } = world;
    await client.query('begin; drop index sessions_organisation_id_status_created_at_id_idx');
    const plan = await explainStatement(client, 'force_generic_plan', statement);
    await client.query('rollback');
    expect(mostExamined(plan)).toBeGreaterThan(MOST_EXAMINED);
  });
});

describe('a filter that finds nothing, where all rows are alike and were never vacuumed', () => {
  beforeAll(async () => {
    world = await openWorld({ last: 12_000, step: 2 }, 'analyze');
  });
  afterAll(() => world.close());

  it.each(Object.keys(LISTS).flatMap((name) => namesOf(name).map((filter) => [name, filter] as const)))(
    'has its index read, not that of the list: %s by %s',
    (name, filter) => {
      const { none, asksEach } = filtersOf(name)[filter]!;
      return expectSound(name, none, asksEach ? MOST_EXAMINED : MOST_SHOWN);
    },
  );
});

function listPairs(cases: FilterCase[]) {
  return cases.flatMap((one, index) => cases.slice(index + 1).map((other) => [one, other] as const));
}

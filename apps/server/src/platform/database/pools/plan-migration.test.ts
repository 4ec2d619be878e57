import { expect, it } from 'vitest';
import { planMigration } from './plan-migration.ts';

const NONE = { databaseOwnerUrl: undefined, databaseDirectUrl: undefined, databasePreparedUrl: undefined };

it.each([
  ['one role', { databaseUrl: 'a' }, 'DATABASE_URL a', []],
  ['an owner', { databaseUrl: 'a', databaseOwnerUrl: 'o' }, 'DATABASE_OWNER_URL o', ['DATABASE_URL a']],
  ['an owner that serves', { databaseUrl: 'o', databaseOwnerUrl: 'o' }, 'DATABASE_OWNER_URL o', []],
  [
    'a pooler',
    { databaseUrl: 'a', databaseDirectUrl: 'd', databasePreparedUrl: 'p' },
    'DATABASE_DIRECT_URL d',
    ['DATABASE_PREPARED_URL p', 'DATABASE_URL a'],
  ],
  [
    'all of them, two the same',
    { databaseUrl: 'a', databaseDirectUrl: 'a', databasePreparedUrl: 'p', databaseOwnerUrl: 'o' },
    'DATABASE_OWNER_URL o',
    ['DATABASE_PREPARED_URL p', 'DATABASE_URL a'],
  ],
])('%s: who migrates and who serves, each by its setting', (_, addresses, migrating, serving) => {
  const plan = planMigration({ ...NONE, ...addresses });
  expect(`${plan.variable} ${plan.databaseUrl}`).toBe(migrating);
  expect(plan.serving.map(({ variable, url }) => `${variable} ${url}`)).toEqual(serving);
  // Beside a way past it, all other addresses may lead through a pooler.
  const pooled = plan.serving.filter(({ isPooled }) => isPooled).map(({ url }) => url);
  const { databaseDirectUrl: direct } = { ...NONE, ...addresses };
  expect(pooled).toEqual(direct ? plan.serving.map(({ url }) => url).filter((url) => url !== direct) : []);
});

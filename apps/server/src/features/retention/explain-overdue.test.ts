import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../context.ts';
import { cloneDatabase } from '../../testing/clone-database.ts';
import { explainFinds } from '../../testing/explain-finds.ts';
import { fillDoneWork } from '../../testing/fill-done-work.ts';
import { openTestContext } from '../../testing/open-test-context.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { findOverdueOrganisations } from './apply-retention.job.ts';
import { findOverdueRecordings } from './erase-overdue.job.ts';
import { findOverdueSessions } from './redact-overdue.job.ts';

const ROWS = 12_000;
const DAY_MS = 86_400_000;

let context: Context;
let drop: () => Promise<void>;
let organisationId: string;
const daysAgo = (days: number) => new Date(context.clock.now().getTime() - days * DAY_MS);

beforeAll(async () => {
  const cloned = await cloneDatabase();
  ({ drop } = cloned);
  context = await openTestContext(cloned.databaseUrl);
  ({ organisationId } = await seedOrganisation(context));
  await fillDoneWork(cloned.databaseUrl, { organisationId, count: ROWS, at: daysAgo(40) });
});
afterAll(async () => {
  await context.close();
  await drop();
});

/** No session is overdue at the first age, and each is at the second. */
const AGES: [string, number][] = [
  ['none', 50],
  ['each', 30],
];

const after = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

describe.each(AGES)('where %s of many sessions is overdue', (_, days) => {
  it('they are found by the index of what is still kept, a step at a time, behind a place too, and no table is read whole', async () => {
    const [plan] = await explainFinds(context, ({ database }) =>
      findOverdueSessions(database.prisma, { organisationId, before: daysAgo(days), after, limit: 50 }),
    );
    const position = { at: daysAgo(45).toISOString(), id: organisationId };
    const [behind] = await explainFinds(context, ({ database }) =>
      findOverdueSessions(database.prisma, {
        organisationId,
        before: daysAgo(days),
        after: position,
        limit: 50,
      }),
    );
    for (const each of [plan, behind]) {
      expect(each).toContain('sessions_retained_idx');
      expect(each).not.toMatch(/Seq Scan|Sort/);
    }
  });

  it('their organisation is found by one look into the index', async () => {
    const rules = [{ id: organisationId, before: daysAgo(days) }];
    const [plan] = await explainFinds(context, ({ database }) =>
      findOverdueOrganisations(database.prisma, { kept: 'sessions', rules }),
    );
    expect(plan).toContain('sessions_retained_idx');
    expect(plan).not.toMatch(/Seq Scan/);
  });
});

it('recordings are found by the index of those that are kept, and so are their organisations', async () => {
  const before = daysAgo(30);
  const [plan] = await explainFinds(context, ({ database }) =>
    findOverdueRecordings(database.prisma, { organisationId, before, after, limit: 50 }),
  );
  const [organisations] = await explainFinds(context, ({ database }) =>
    findOverdueOrganisations(database.prisma, {
      kept: 'recordings',
      rules: [{ id: organisationId, before }],
    }),
  );
  for (const each of [plan, organisations]) {
    expect(each).toContain('evidence_kept_recordings_idx');
    expect(each).not.toMatch(/Seq Scan/);
  }
});

it('what was redacted is in the index no more', async () => {
  await context.database.pool.query('update sessions set redacted_at = now(), erased_at = now()');
  await context.database.pool.query('vacuum analyze sessions');
  const { rows } = await context.database.pool.query(
    "select reltuples::int as entries from pg_class where relname = 'sessions_retained_idx'",
  );
  expect(rows).toEqual([{ entries: 0 }]);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../../context.ts';
import { cloneDatabase } from '../../../testing/clone-database.ts';

import { explainSteps } from '../../../testing/explain-steps.ts';
import { FILLED_TABLES, fillOldRows, type FilledTable } from '../../../testing/fill-old-rows.ts';
import { CLEAN_UPS, READS_WHOLE } from '../../../testing/list-clean-ups.ts';
import { openTestContext } from '../../../testing/open-test-context.ts';
import { seedOrganisation } from '../../../testing/seed-organisation.ts';

const DAY_MS = 86_400_000;
// Eight steps of 5 000: PostgreSQL would rightly read all of a smaller table.
const ROWS = 40_000;

let context: Context;
let drop: () => Promise<void>;
let databaseUrl: string;
let organisationId: string;

beforeAll(async () => {
  ({ databaseUrl, drop } = await cloneDatabase());
  context = await openTestContext(databaseUrl);
  ({ organisationId } = await seedOrganisation(context));
});
afterAll(async () => {
  await context.close();
  await drop();
});

const fill = (table: FilledTable, at: Date) =>
  fillOldRows(databaseUrl, { table, organisationId, count: ROWS, at });

describe.each(FILLED_TABLES)('the clean-up of %s', (table) => {
  const { cleanUp, index, over = 'true' } = CLEAN_UPS[table];

  it('finds what is over by its index, reads no table whole, and goes on in steps until nothing is left', async () => {
    await fill(table, new Date(context.clock.now().getTime() - 40 * DAY_MS));
    const plans = await explainSteps(context, cleanUp);
    expect(plans).toHaveLength(2);
    for (const plan of plans) {
      expect(plan).toContain(index);
      expect(plan).not.toMatch(READS_WHOLE);
    }
    await cleanUp(context);
    const { rows } = await context.database.pool.query(`select from ${table} where ${over}`);
    expect(rows).toHaveLength(0);
  });
});

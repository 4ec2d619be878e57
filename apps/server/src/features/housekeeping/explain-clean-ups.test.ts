import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { cloneDatabase } from '../../testing/clone-database.ts';
import { FILLED_TABLES, fillOldRows, type FilledTable } from '../../testing/fill-old-rows.ts';
import { openTestContext } from '../../testing/open-test-context.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { cleanUpFieldTokens } from '../join/exports/clean-up-field-tokens.ts';
import { cleanUpMessageWindows } from '../notifications/exports/clean-up-message-windows.ts';
import { cleanUpMessages } from '../notifications/exports/clean-up-messages.ts';
import { cleanUpJoinTokens } from '../participants/exports/clean-up-join-tokens.ts';

const DAY_MS = 86_400_000;
// More than two steps of 5 000.
const ROWS = 12_000;

const SWEEPS: Record<FilledTable, { cleanUp: (context: Context) => Promise<void>; index: string }> = {
  invite_tokens: { cleanUp: cleanUpJoinTokens, index: 'invite_tokens_kept_until_idx' },
  field_session_tokens: { cleanUp: cleanUpFieldTokens, index: 'field_session_tokens_kept_until_idx' },
  messages: { cleanUp: cleanUpMessages, index: 'messages_over_idx' },
  message_windows: { cleanUp: cleanUpMessageWindows, index: 'message_windows_window_start_idx' },
};

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

const fill = (table: FilledTable, at: Date) =>
  fillOldRows(context.database.pool, { table, organisationId, count: ROWS, at });

/** The plan of one step, as the clean-up sends it. */
const explainStep = async (cleanUp: (context: Context) => Promise<void>): Promise<string> => {
  const { prisma } = context.database;
  let plan = '';
  const explain = async (strings: TemplateStringsArray, ...values: unknown[]) => {
    const rows = await prisma.$queryRaw<
      { 'QUERY PLAN': string }[]
    >`explain ${Prisma.sql(strings, ...values)}`;
    plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const watched = {
    $queryRaw: async (...args: Parameters<typeof explain>) => {
      await explain(...args);
      return [{ count: 0 }];
    },
    $executeRaw: async (...args: Parameters<typeof explain>) => {
      await explain(...args);
      return 0;
    },
  };
  await cleanUp({ ...context, database: { ...context.database, prisma: watched as never } });
  return plan;
};

describe.each(FILLED_TABLES)('the clean-up of %s', (table) => {
  const { cleanUp, index } = SWEEPS[table];

  it('finds what is over by its index, reads no table whole, and goes on in steps until nothing is left', async () => {
    await fill(table, new Date(context.clock.now().getTime() - 40 * DAY_MS));
    const plan = await explainStep(cleanUp);
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
    await cleanUp(context);
    const { rows } = await context.database.pool.query(`select from ${table}`);
    expect(rows).toHaveLength(0);
  });
});

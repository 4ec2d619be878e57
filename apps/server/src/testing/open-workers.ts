import type { Context } from '../context.ts';
import { writeEffects } from '../effects/write-effects.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { createTransact } from '../platform/database/transact.ts';

/** The contexts are as of other processes: each has connections of its own. */
export const openWorkers = (
  { context, databaseUrl }: { context: Context; databaseUrl: string },
  count: number,
): Context[] =>
  Array.from({ length: count }, () => {
    const database = openDatabase({ databaseUrl, maxConnections: 3 });
    return {
      ...context,
      database,
      transact: createTransact({ database, clock: context.clock, writeEffects }),
    };
  });

import { Prisma } from '#prisma';
import type { Context } from '../context.ts';

const NIL = '00000000-0000-0000-0000-000000000000';

/** The answer of a full first step: the next goes on behind the last of its rows. */
const FULL = {
  count: 5_000,
  has_more: false,
  organisation_id: NIL,
  created_at: '2000-01-01 00:00:00+00',
  id: NIL,
};

/** The first two steps are explained, by the statements that the clean-up sends. Nothing is deleted. */
export const explainSteps = async (
  context: Context,
  cleanUp: (context: Context) => Promise<void>,
): Promise<string[]> => {
  const { prisma } = context.database;
  const plans: string[] = [];
  const explain = async (strings: TemplateStringsArray, ...values: unknown[]) => {
    const statement = Prisma.sql(strings, ...values);
    const rows = await prisma.$queryRaw<{ 'QUERY PLAN': string }[]>`explain ${statement}`;
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    return plans.length === 1 ? FULL : { ...FULL, count: 0 };
  };
  const explained = {
    $queryRaw: async (...statement: Parameters<typeof explain>) => [await explain(...statement)],
    $executeRaw: async (...statement: Parameters<typeof explain>) => (await explain(...statement)).count,
  };
  await cleanUp({ ...context, database: { ...context.database, prisma: explained as never } });
  return plans;
};

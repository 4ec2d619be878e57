import { Prisma } from '#prisma';
import type { Context } from '../context.ts';

/** The plan of one step of a clean-up, of the statement as the clean-up sends it. Nothing is deleted. */
export const explainStep = async (
  context: Context,
  cleanUp: (context: Context) => Promise<void>,
): Promise<string> => {
  const { prisma } = context.database;
  let plan = '';
  const explain = async (strings: TemplateStringsArray, ...values: unknown[]) => {
    const statement = Prisma.sql(strings, ...values);
    const rows = await prisma.$queryRaw<{ 'QUERY PLAN': string }[]>`explain ${statement}`;
    plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const explained = {
    $queryRaw: (...statement: Parameters<typeof explain>) => explain(...statement).then(() => [{ count: 0 }]),
    $executeRaw: (...statement: Parameters<typeof explain>) => explain(...statement).then(() => 0),
  };
  await cleanUp({ ...context, database: { ...context.database, prisma: explained as never } });
  return plan;
};

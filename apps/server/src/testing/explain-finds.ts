import { Prisma } from '#prisma';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/transact.ts';

/** A sweep finds its facts by these statements, in transactions and outside. Nothing is found or enqueued. */
export const explainFinds = async (
  context: Context,
  sweep: (context: Context) => Promise<unknown>,
): Promise<string[]> => {
  const plans: string[] = [];
  const $queryRaw = async (strings: TemplateStringsArray, ...values: unknown[]) => {
    plans.push(await explainQuery(context, Prisma.sql(strings, ...values)));
    return [];
  };
  const tx = { db: { $queryRaw }, now: context.clock.now(), jobs: [] } as unknown as Tx;
  const database = { ...context.database, prisma: { $queryRaw } as never };
  await sweep({ ...context, database, transact: (work) => work(tx) });
  return plans;
};

export const explainQuery = async ({ database }: Context, statement: Prisma.Sql): Promise<string> => {
  const rows = await database.prisma.$queryRaw<{ 'QUERY PLAN': string }[]>`explain ${statement}`;
  return rows.map((row) => row['QUERY PLAN']).join('\n');
};

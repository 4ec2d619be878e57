import { Prisma } from '#prisma';

/**
 * Gives the condition that the queue has no job of this kind and key: none that waits, none that runs, and none that
 * gave up. The index on keys finds it.
 */
export const hasNoJob = ({ id }: { id: string }, key: Prisma.Sql): Prisma.Sql => Prisma.sql`
  not exists (select from graphile_worker._private_jobs j where j.key = ${`${id}:`}::text || ${key})`;

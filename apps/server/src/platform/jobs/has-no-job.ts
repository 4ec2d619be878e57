import { Prisma } from '#prisma';

/**
 * Holds where the queue has no job of this kind and key: none that waits, none that runs, and none that gave up. It is
 * looked up by the index on keys.
 */
export const hasNoJob = ({ id }: { id: string }, key: Prisma.Sql): Prisma.Sql => Prisma.sql`
  not exists (select from graphile_worker._private_jobs j where j.key = ${`${id}:`}::text || ${key})`;

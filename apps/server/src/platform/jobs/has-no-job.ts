import { Prisma } from '#prisma';

/** No job of this kind and key waits, runs or gave up. The index on keys finds it. */
export const hasNoJob = ({ id }: { id: string }, key: Prisma.Sql): Prisma.Sql => Prisma.sql`
  not exists (select from graphile_worker._private_jobs j where j.key = ${`${id}:`}::text || ${key})`;

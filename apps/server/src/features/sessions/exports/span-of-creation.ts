import { Prisma } from '#prisma';
import { toInstant } from '../../../platform/database/to-instant.ts';

/** When sessions were created: from the first instant on, before the second. */
export type CreationSpan = { created_after?: string | undefined; created_before?: string | undefined };

/** Gives the conditions on `created_at`, the last column of every index that leads a list of sessions. */
export const spanOfCreation = ({ created_after, created_before }: CreationSpan): Prisma.Sql[] => [
  ...(created_after ? [Prisma.sql`created_at >= ${toInstant(created_after)}::timestamptz`] : []),
  ...(created_before ? [Prisma.sql`created_at < ${toInstant(created_before)}::timestamptz`] : []),
];

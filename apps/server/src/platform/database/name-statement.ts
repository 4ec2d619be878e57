import { hash } from 'node:crypto';

/**
 * A mark in the text of a statement that is to be planned anew for the values of each call, such as a list with its
 * filters: the statement is sent without a name. Its shapes are many, too, one for each choice of filters.
 */
export const PLANNED_ANEW = '/* planned anew */';

/**
 * Names a statement of Prisma for the connection that keeps it parsed; empty where it is not to be kept. A statement
 * without values goes as it is, in one message: BEGIN and COMMIT.
 */
export const nameStatement = ({ sql, args }: { sql: string; args: readonly unknown[] }): string =>
  args.length === 0 || sql.includes(PLANNED_ANEW) ? '' : hash('sha256', sql, 'base64url');

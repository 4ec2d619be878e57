import { hash } from 'node:crypto';

/**
 * Marks a statement that is planned anew for the values of each call, such as a list with its filters: it is sent
 * without a name. It has a shape for each choice of filters, too.
 */
export const PLANNED_ANEW = '/* planned anew */';

/**
 * By the name the connection keeps the statement parsed; empty where it is not to be kept. Statements without values,
 * BEGIN and COMMIT, go as they are, in one message.
 */
export const nameStatement = ({ sql, args }: { sql: string; args: readonly unknown[] }): string =>
  args.length === 0 || sql.includes(PLANNED_ANEW) ? '' : hash('sha256', sql, 'base64url');

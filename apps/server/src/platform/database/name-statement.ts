import { hash } from 'node:crypto';

/** Sent without a name: a list has a shape for each choice of filters, and is planned for its values. */
export const PLANNED_ANEW = '/* planned anew */';

/** Empty where the statement is not to be kept. BEGIN and COMMIT go as they are, in one message. */
export const nameStatement = ({ sql, args }: { sql: string; args: readonly unknown[] }): string =>
  args.length === 0 || sql.includes(PLANNED_ANEW) ? '' : hash('sha256', sql, 'base64url');

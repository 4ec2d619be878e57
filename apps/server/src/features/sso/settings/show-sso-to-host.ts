import type { Context } from '../../../context.ts';
import { findConnection } from './connection-view.ts';

/** Shows a connection without its secret, in values that stand in a line each; undefined where there is none. */
export const showSsoToHost = async ({ database }: Pick<Context, 'database'>, organisationId: string) => {
  const held = await findConnection(database.prisma, organisationId);
  if (!held) return undefined;
  return {
    id: held.id,
    protocol: held.protocol,
    status: held.status,
    enforced: held.enforced,
    issuer: held.issuer,
    tested_at: held.tested_at,
    certificates_end: held.certificates.map(({ not_after }) => not_after.toISOString()),
  };
};

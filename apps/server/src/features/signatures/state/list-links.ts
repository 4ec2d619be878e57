import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import { leadBy, listPage } from '../../../platform/database/list-page.ts';
import { noSuch } from '../../../refusals.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';
import type { SignatureRow } from './signature-view.ts';

/** A link to a report is there to sign it, or to read it; each kind is a list of its own. */
const KINDS = {
  signatures: Prisma.sql`purpose = 'sign'`,
  recipients: Prisma.sql`purpose = 'read'`,
};

export type LinkQuery = SessionKey & { query: { limit: number; cursor?: string | undefined } };

/** @throws {Refusal} not_found */
export const listLinks = async <View>(
  context: Pick<Context, 'database' | 'keyring' | 'clock'>,
  { organisationId, sessionId, query }: LinkQuery,
  { kind, view }: { kind: keyof typeof KINDS; view: (row: SignatureRow, now: Date) => View },
) => {
  const found = await context.database.prisma.session.findUnique({
    select: { id: true },
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
  });
  if (!found) throw noSuch('session', sessionId);
  const of = { table: 'signatures', organisationId };
  const { rows, ...page } = await listPage<SignatureRow>(context, {
    list: [kind, organisationId, sessionId],
    cursor: query.cursor,
    limit: query.limit,
    of,
    whole: leadBy(of, Prisma.sql`session_id = ${sessionId}::uuid and ${KINDS[kind]}`),
  });
  const now = context.clock.now();
  return { data: rows.map((row) => view(row, now)), ...page };
};

import { Prisma } from '#prisma';
import { noSuch } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import { leadBy, listPage } from '../../../platform/database/list-page.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';
import { viewSignature, type SignatureRow } from '../state/signature-view.ts';

/** One page of a session's signatures, newest first. */
export const listSignatures = async (
  context: Pick<Context, 'database' | 'keyring' | 'clock'>,
  {
    organisationId,
    sessionId,
    query,
  }: SessionKey & { query: { limit: number; cursor?: string | undefined } },
) => {
  const { prisma } = context.database;
  const found = await prisma.session.findUnique({
    select: { id: true },
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
  });
  if (!found) throw noSuch('session', sessionId);
  const list = ['signatures', organisationId, sessionId];
  const of = { table: 'signatures', organisationId };
  const { rows, ...page } = await listPage<SignatureRow>(context, {
    list,
    cursor: query.cursor,
    limit: query.limit,
    of,
    whole: leadBy(of, Prisma.sql`session_id = ${sessionId}::uuid`),
  });
  const now = context.clock.now();
  return { data: rows.map((row) => viewSignature(row, now)), ...page };
};

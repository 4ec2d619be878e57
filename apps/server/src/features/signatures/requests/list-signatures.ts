import { noSuch } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import { listPage, placeColumn, type Placed } from '../../../platform/database/list-page.ts';
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
  const { rows, ...page } = await listPage(
    context,
    { list, cursor: query.cursor, limit: query.limit },
    ({ after, order }) =>
      // Raw: the place is kept to the microsecond, which Prisma's dates are not.
      prisma.$queryRaw<(SignatureRow & Placed)[]>`
      select *, ${placeColumn}
      from signatures
      where organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid and ${after}
      ${order}
    `,
  );
  const now = context.clock.now();
  return { data: rows.map((row) => viewSignature(row, now)), ...page };
};

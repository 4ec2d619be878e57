import type { Context } from '../../context.ts';
import { returnRoom, settleUpload } from '../quotas/exports/settle-room.ts';
import { lockSessionRow } from '../sessions/exports/lock-session.ts';

/** Of one run; the next goes on. */
const BATCH = 500;

/**
 * Settles the room of uploads that are over and have theirs still taken: a server of the version before knows nothing
 * of room, and may finish or fail what one of this version began.
 */
export const settleLeftRooms = async (context: Pick<Context, 'database' | 'transact'>): Promise<void> => {
  // Raw: the words of the partial index, which none of the rows is in as a rule.
  const left = await context.database.prisma.$queryRaw<Left[]>`
    select organisation_id, id, session_id
    from evidence
    where reserved_bytes is not null and status <> 'uploading'
    order by id
    limit ${BATCH}
  `;
  for (const each of left) await settleLeftRoom(context, each);
};

type Left = { organisation_id: string; id: string; session_id: string };

const settleLeftRoom = (
  { transact }: Pick<Context, 'transact'>,
  { organisation_id, id, session_id }: Left,
): Promise<void> =>
  transact(async (tx) => {
    // Whoever takes room or settles it holds the session's lock: two sweeps at once count it once.
    await lockSessionRow(tx, { organisationId: organisation_id, sessionId: session_id });
    const where = { organisation_id_id: { organisation_id, id } };
    const row = await tx.db.evidence.findUnique({ where });
    if (!row || row.reserved_bytes === null) return;
    await tx.db.evidence.update({ where, data: { reserved_bytes: null } });
    if (row.byte_size === null) returnRoom(tx, [row]);
    else settleUpload(tx, row, { byte_size: Number(row.byte_size) });
  });

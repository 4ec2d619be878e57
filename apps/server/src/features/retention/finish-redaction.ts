import type { Context } from '../../context.ts';
import { publishEvent } from '../events/exports/publish-event.ts';
import { settleRoom } from '../quotas/exports/take-room.ts';
import { lockSessionRow, type SessionKey } from '../sessions/exports/lock-session.ts';
import { viewSession } from '../sessions/exports/session-view.ts';

/** Says, once, that a session is erased, and gives its room back. */
export const finishRedaction = (context: Pick<Context, 'ids' | 'transact'>, key: SessionKey): Promise<void> =>
  context.transact(async (tx) => {
    const session = await lockSessionRow(tx, key);
    if (!session || session.erased_at) return;
    const { organisation_id, id } = session;
    await tx.db.session.update({
      where: { organisation_id_id: { organisation_id, id } },
      data: { erased_at: tx.now },
    });
    // What went before by the policy has given its room back.
    const { _count, _sum } = await tx.db.evidence.aggregate({
      where: {
        organisation_id,
        session_id: id,
        sha256: { not: null },
        erased_at: { gte: session.redacted_at! },
      },
      _count: true,
      _sum: { byte_size: true },
    });
    settleRoom(tx, key, { items: -_count, bytes: -Number(_sum.byte_size ?? 0) });
    publishEvent(context, tx, {
      organisationId: organisation_id,
      type: 'session.redacted',
      data: viewSession(session),
      sessionId: id,
    });
  });

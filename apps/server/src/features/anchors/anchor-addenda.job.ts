import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import {
  anchorAddendaJob,
  planAddendaAnchors,
  requestAddendaAnchors,
} from '../audit/exports/request-addenda-anchors.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import { askAuthorities } from './ask-authorities.ts';

/**
 * Asks every configured authority for an anchor of the head of a session's addenda, at most once a minute. Pending
 * anchors of earlier heads are given up: the later token vouches for those, too.
 */
export const anchorAddenda = defineJob({
  ...anchorAddendaJob,
  run: (context: Context, { organisation_id, session_id }) =>
    context.transact(async (tx) => {
      const key = { organisationId: organisation_id, sessionId: session_id };
      const addenda = await lockAddenda(tx, key);
      if (!addenda || addenda.head_sequence === addenda.anchored_sequence) return;
      const lastRequestedAt = addenda.anchor_requested_at;
      if (planAddendaAnchors(tx.now, lastRequestedAt) > tx.now) {
        requestAddendaAnchors(tx, { ...key, lastRequestedAt });
        return;
      }
      await tx.db.addendaAnchor.deleteMany({ where: { organisation_id, session_id, status: 'pending' } });
      await tx.db.addendaChain.update({
        where: { organisation_id_session_id: { organisation_id, session_id } },
        data: { anchored_sequence: addenda.head_sequence, anchor_requested_at: tx.now },
      });
      await askAuthorities(context, tx, { organisation_id, session_id, sequence: addenda.head_sequence });
    }),
});

type Addenda = { head_sequence: number; anchored_sequence: number; anchor_requested_at: Date | null };

// Locks the row, so that the second of two jobs at once sees the requests of the first. Raw, since Prisma can't lock.
const lockAddenda = async (
  tx: Tx,
  { organisationId, sessionId }: SessionKey,
): Promise<Addenda | undefined> => {
  const rows = await tx.db.$queryRaw<Addenda[]>`
    select head_sequence, anchored_sequence, anchor_requested_at
    from addenda_chains
    where organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid
    for update
  `;
  return rows[0];
};

import type { Prisma } from '#prisma';
import type { Tx } from '../../platform/database/transact.ts';
import type { AnchorKey } from './find-anchor.ts';

type Change = Pick<
  Prisma.AnchorUpdateManyMutationInput,
  'status' | 'token' | 'gen_time' | 'serial' | 'policy' | 'anchored_at' | 'last_error' | 'attempt_count'
>;

/**
 * Changes an anchor that is still pending, and where `attemptCount` is given still at that try; null for any other, so
 * that of several jobs one records.
 */
export const changePendingAnchor = async (
  tx: Tx,
  { organisation_id, session_id, authority, sequence }: AnchorKey,
  { data, attemptCount }: { data: Change; attemptCount?: number },
) => {
  const where = {
    organisation_id,
    session_id,
    authority,
    status: 'pending',
    ...(attemptCount === undefined ? {} : { attempt_count: attemptCount }),
  };
  const changed = await (sequence === undefined
    ? tx.db.anchor.updateManyAndReturn({ where, data })
    : tx.db.addendaAnchor.updateManyAndReturn({ where: { ...where, sequence }, data }));
  return changed[0] ?? null;
};

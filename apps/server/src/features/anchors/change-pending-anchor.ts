import type { Prisma } from '#prisma';
import type { Tx } from '../../platform/database/transact.ts';
import type { AnchorKey } from './find-anchor.ts';

type Change = Pick<
  Prisma.AnchorUpdateManyMutationInput,
  'status' | 'token' | 'gen_time' | 'serial' | 'policy' | 'anchored_at' | 'last_error' | 'attempt_count'
> & {
  sha256?: string;
};

/** Null for an anchor that is past this try, so that only one of several jobs records. */
export const changePendingAnchor = async (
  tx: Tx,
  key: AnchorKey,
  { data, attemptCount }: { data: Change; attemptCount?: number },
) => {
  const where = {
    organisation_id: key.organisation_id,
    authority: key.authority,
    status: 'pending',
    ...(attemptCount === undefined ? {} : { attempt_count: attemptCount }),
  };
  const changed = await updateAnchors(tx, key, { where, data });
  return changed[0] ?? null;
};

type Where = { organisation_id: string; authority: string; status: string; attempt_count?: number };

const updateAnchors = (
  { db }: Tx,
  key: AnchorKey,
  { where, data: { sha256, ...data } }: { where: Where; data: Change },
) => {
  if (key.evidence_id !== undefined) {
    const { evidence_id, variant } = key;
    return db.whiteboardAnchor.updateManyAndReturn({
      where: { ...where, evidence_id, variant },
      data: { ...data, ...(sha256 === undefined ? {} : { sha256 }) },
    });
  }
  const { session_id, sequence } = key;
  if (session_id === undefined)
    return db.orgAnchor.updateManyAndReturn({ where: { ...where, sequence }, data });
  return sequence === undefined
    ? db.anchor.updateManyAndReturn({ where: { ...where, session_id }, data })
    : db.addendaAnchor.updateManyAndReturn({ where: { ...where, session_id, sequence }, data });
};

import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { settleUpload } from '../../quotas/exports/settle-room.ts';
import { planFreeze } from '../../sessions/exports/plan-freeze.ts';
import type { EvidenceRow } from './evidence-view.ts';
import { judgePlace } from './judge-place.ts';
import { lockForPhoto, type PhotoKey } from './lock-for-photo.ts';
import { photoColumns, type Announced } from './photo-columns.ts';
import type { ProcessedPhoto } from './process-photo.ts';
import { recordCapture } from './record-evidence.ts';

/**
 * Records a photo whose row was there before its bytes: it is evidence from now on. A row that is not `uploading`
 * any more, since another run finished it or its time is over, is returned as it is.
 *
 * @throws {PlaceWithdrawnError} for a photo that was processed with a place that may not be kept
 */
export const recordPhoto = async (
  context: Pick<Context, 'random' | 'ids' | 'config'>,
  tx: Tx,
  {
    key,
    evidenceId,
    photo,
    announced,
  }: { key: PhotoKey; evidenceId: string; photo: ProcessedPhoto; announced: Announced },
): Promise<EvidenceRow> => {
  const { session, gps } = await lockForPhoto(tx, key, 'before');
  const where = { organisation_id_id: { organisation_id: key.organisationId, id: evidenceId } };
  // Under the session's lock: of two runs that finish the same upload, the second finds it finished.
  const current = await tx.db.evidence.findUniqueOrThrow({ where });
  if (current.status !== 'uploading') return current;
  judgePlace(photo, current, gps);
  const data = { ...photoColumns({ photo, announced, now: tx.now }), reserved_bytes: null };
  const row = await tx.db.evidence.update({ where, data });
  settleUpload(tx, current, photo);
  recordCapture(context, tx, { session, row });
  planFreeze(context, tx, session);
  return row;
};

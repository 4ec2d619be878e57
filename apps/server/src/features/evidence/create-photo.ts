import type { CreatePhotoQuery, Evidence } from '@field-inspection/contract';
import type { z } from 'zod';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { viewEvidence, type EvidenceRow } from './exports/evidence-view.ts';
import { lockForCapture } from './exports/lock-for-capture.ts';
import { photoColumns } from './exports/photo-columns.ts';
import type { ProcessedPhoto } from './exports/process-photo.ts';
import { recordEvidence } from './exports/record-evidence.ts';
import { recordPhoto } from './exports/record-photo.ts';

/** Records a photo that came in one request and is processed already; the session may have ended since it began. */
export const createPhoto = async (
  context: Pick<Context, 'random' | 'ids' | 'config'>,
  tx: Tx,
  {
    caller,
    evidenceId,
    hasBegun,
    photo,
    query,
  }: {
    caller: FieldCaller;
    evidenceId: string;
    /** Whether its row is there already. */
    hasBegun: boolean;
    photo: ProcessedPhoto;
    query: z.output<typeof CreatePhotoQuery>;
  },
): Promise<Evidence> => {
  if (hasBegun) {
    const row = await recordPhoto(context, tx, { key: caller, evidenceId, photo, announced: query });
    if (row.status !== 'ready') throw tooLate(row);
    return viewEvidence(row);
  }
  const session = await lockForCapture(tx, caller, { begun: 'now', wantsCamera: true });
  const columns = {
    kind: 'photo',
    ...photoColumns({ photo, announced: query, session, now: tx.now }),
  };
  return viewEvidence(await recordEvidence(context, tx, { caller, session, evidenceId, columns }));
};

// Consent may have been withdrawn and granted again, or the uploads' time may be over, while it was on its way.
const tooLate = ({ failure_code, failure_message }: EvidenceRow): ApiError =>
  failure_code === 'consent_required'
    ? new ApiError('consent_required', `${failure_message} Ask the field person, and send it again.`)
    : new ApiError('session.already_ended', 'The session has ended, and the photo came too late.');

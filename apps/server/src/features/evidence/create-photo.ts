import type { CreatePhotoQuery, Evidence } from '@field-inspection/contract';
import type { z } from 'zod';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { viewEvidence, type EvidenceRow } from './exports/evidence-view.ts';
import type { ProcessedPhoto } from './exports/process-photo.ts';
import { recordPhoto } from './exports/record-photo.ts';
import { withdrawn } from './exports/require-wanted.ts';

/** Records a photo that came in one request and is processed already; the session may have ended since it began. */
export const createPhoto = async (
  context: Pick<Context, 'random' | 'ids' | 'config'>,
  tx: Tx,
  {
    caller,
    evidenceId,
    photo,
    query,
  }: {
    caller: FieldCaller;
    evidenceId: string;
    photo: ProcessedPhoto;
    query: z.output<typeof CreatePhotoQuery>;
  },
): Promise<Evidence> => {
  const row = await recordPhoto(context, tx, { key: caller, evidenceId, photo, announced: query });
  if (row.status !== 'ready') throw tooLate(row);
  return viewEvidence(row);
};

// Consent may have been withdrawn and granted again, or the uploads' time may be over, while it was on its way.
const tooLate = (row: EvidenceRow): ApiError =>
  row.failure_code === 'consent_required'
    ? withdrawn(row)
    : new ApiError('session.already_ended', 'The session has ended, and the photo came too late.');

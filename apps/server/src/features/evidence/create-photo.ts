import type { CreatePhotoQuery, Evidence } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { viewEvidence } from './exports/evidence-view.ts';
import { lockForCapture } from './exports/lock-for-capture.ts';
import { photoColumns } from './exports/photo-columns.ts';
import type { ProcessedPhoto } from './exports/process-photo.ts';
import { recordEvidence } from './exports/record-evidence.ts';

/** Records a photo that came in one request and is processed already. */
export const createPhoto = async (
  context: Pick<Context, 'random' | 'ids'>,
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
  const session = await lockForCapture(tx, caller, { begun: 'now', wantsCamera: true });
  const columns = {
    kind: 'photo',
    ...photoColumns({ photo, announced: query, session, now: tx.now }),
  };
  return viewEvidence(await recordEvidence(context, tx, { caller, session, evidenceId, columns }));
};

import type { Drawing } from '@field-inspection/contract';
import { ApiError } from '../../../../api-error.ts';
import type { Context } from '../../../../context.ts';
import type { Reply } from '../../../../http/kept-reply.ts';
import { writeOnce } from '../../../../http/write-once.ts';
import type { Tx } from '../../../../platform/database/transact.ts';
import { discardBytes } from '../discard-bytes.ts';
import type { EvidenceKey } from '../process-photo.ts';
import { storeDrawing, type StoredDrawing } from './store-drawing.ts';

type DrawingRequest = { req: Parameters<typeof writeOnce>[1]['req']; body: { drawing: Drawing } };

/** Stores the strokes of a request once per Idempotency-Key, and records what they are. Refused ones are not kept. */
export const writeDrawing = async <Status extends number, Body>(
  context: Context,
  { req, body }: DrawingRequest,
  {
    key,
    record,
  }: { key: EvidenceKey; record: (tx: Tx, drawing: StoredDrawing) => Promise<Reply<Status, Body>> },
): Promise<Reply<Status, Body>> => {
  const before = () => storeDrawing(context, key, body.drawing);
  try {
    return await writeOnce(context, { req, body }, { before, run: record });
  } catch (error) {
    if (error instanceof ApiError) await discardBytes(context, key);
    throw error;
  }
};

import { ApiError } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import type { StoredContent } from '../../../platform/object-store/object-store.ts';
import { lockForCapture } from '../../evidence/exports/lock-for-capture.ts';
import type { EvidenceRow } from '../../evidence/exports/evidence-view.ts';
import { photoColumns } from '../../evidence/exports/photo-columns.ts';
import { processPhoto, type EvidenceKey } from '../../evidence/exports/process-photo.ts';
import { recordCapture } from '../../evidence/exports/record-evidence.ts';
import { wrongBytes } from '../../evidence/exports/store-photo.ts';
import { failUpload, removeUpload } from './fail-upload.ts';
import { recordRecording } from './record-recording.ts';

type FinishContext = Pick<
  Context,
  'database' | 'clock' | 'uploads' | 'objects' | 'transact' | 'random' | 'ids'
>;

/**
 * Finishes an upload whose last byte has arrived: its bytes are stored, a photo is processed, and the evidence is
 * recorded. It may run again, and twice at once: one run makes the row ready, and the upload is deleted after
 * that.
 *
 * @throws {ApiError} for bytes that are no evidence; the upload has failed then
 */
export const finishUpload = async (context: FinishContext, key: EvidenceKey): Promise<EvidenceRow> => {
  const row = await readRow(context, key);
  if (row.status !== 'uploading') return row;
  try {
    const finished =
      row.kind === 'recording' ? await finishRecording(context, row) : await finishPhoto(context, row);
    await removeUpload(context, key.evidenceId);
    return finished;
  } catch (error) {
    if (error instanceof ApiError) await failUpload(context, key, error);
    throw error;
  }
};

const readRow = ({ database }: Pick<Context, 'database'>, { organisationId, evidenceId }: EvidenceKey) =>
  database.prisma.evidence.findUniqueOrThrow({
    where: { organisation_id_id: { organisation_id: organisationId, id: evidenceId } },
  });

const finishRecording = async (context: FinishContext, row: EvidenceRow): Promise<EvidenceRow> =>
  recordRecording(context, { row, stored: await storeUpload(context, row) });

const finishPhoto = async (context: FinishContext, row: EvidenceRow): Promise<EvidenceRow> => {
  const original = await storeUpload(context, row);
  const key = { organisationId: row.organisation_id, evidenceId: row.id };
  return recordPhoto(context, { row, photo: await processPhoto(context, key, { original, mime: row.mime }) });
};

// A recording may be larger than the memory: it is hashed while it is stored.
const storeUpload = async ({ objects, uploads }: FinishContext, row: EvidenceRow): Promise<StoredContent> => {
  const owner = { organisationId: row.organisation_id, ownerId: row.id };
  const stored = await objects.putContent(await uploads.openUpload(row.id), owner);
  if (row.announced_sha256 === null || row.announced_sha256 === stored.sha256) return stored;
  await objects.delete(stored.key);
  throw wrongBytes();
};

const recordPhoto = (
  context: FinishContext,
  { row, photo }: { row: EvidenceRow; photo: Awaited<ReturnType<typeof processPhoto>> },
): Promise<EvidenceRow> =>
  context.transact(async (tx) => {
    const key = { organisationId: row.organisation_id, sessionId: row.session_id };
    const session = await lockForCapture(tx, key, { begun: 'before', wantsCamera: true });
    const where = { organisation_id: row.organisation_id, id: row.id };
    // Under the session's lock: of two runs that finish the same upload, the second finds it finished.
    const current = await tx.db.evidence.findUniqueOrThrow({ where: { organisation_id_id: where } });
    if (current.status !== 'uploading') return current;
    const ready = await tx.db.evidence.update({
      where: { organisation_id_id: where },
      data: photoColumns({ photo, announced: announcedOf(row), session, now: tx.now }),
    });
    recordCapture(context, tx, { session, row: ready });
    return ready;
  });

const announcedOf = ({ captured_at, slot, lat_e7, lon_e7, accuracy_cm }: EvidenceRow) => ({
  captured_at: captured_at?.toISOString(),
  slot,
  ...(lat_e7 === null || lon_e7 === null ? {} : { lat: lat_e7 / 1e7, lon: lon_e7 / 1e7 }),
  ...(accuracy_cm === null ? {} : { accuracy: accuracy_cm / 100 }),
});

import { createReadStream } from 'node:fs';
import { Prisma } from '#prisma';
import { Refusal, fieldUnauthenticated, unauthenticated } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import { restOn } from '../../../platform/database/right-lock.ts';
import type { Right } from '../../../platform/database/effects.ts';
import type { DecodingKind } from '../../../platform/decoding/open-decoding.ts';
import type { StoredContent } from '../../../platform/object-store/object-store.ts';
import { discardUnnamed } from '../../evidence/exports/discard-bytes.ts';
import type { EvidenceRow } from '../../evidence/exports/evidence-view.ts';
import { mayKeepLocation, redoWithoutLocation } from '../../evidence/exports/judge-location.ts';
import { processPhoto, refuseHeavy, type EvidenceKey } from '../../evidence/exports/process-photo.ts';
import { recordPhoto } from '../../evidence/exports/record-photo.ts';
import { LocationStaysError, refuseLocation } from '../../evidence/exports/refuse-location.ts';
import { wrongBytes } from '../../evidence/exports/store-photo.ts';
import type { RecordingOrder, RecordingOutcome } from '../location/blank-video.ts';
import { failUpload, removeUpload } from './fail-upload.ts';
import { recordRecording } from './record-recording.ts';
import { locateProgram } from '../../../paths.ts';

type FinishContext = Pick<
  Context,
  'database' | 'config' | 'uploads' | 'objects' | 'decoding' | 'transact' | 'random' | 'ids' | 'log'
>;

/**
 * Finishes an upload whose last byte has arrived: its bytes are stored, a photo is processed, and the evidence is
 * recorded. It may run again, and twice at once: one run makes the row ready, and the upload is deleted after that.
 *
 * @param right the right of the request with the last byte; null where a job finishes the upload, which rests on the
 * invite by which it began, or on the credential that the row names
 * @throws {Refusal} for bytes that are no evidence; the upload has failed then
 * @throws {LostOrderError} when what reads them ended before it was done, and may do better: try again
 */
export const finishUpload = async (
  context: FinishContext,
  key: EvidenceKey,
  right: Right | null = null,
): Promise<EvidenceRow> => {
  const row = await readRow(context, key);
  if (row.status !== 'uploading') return row;
  if (right) await noteBringer(context, row, right);
  const held = right ?? rightOfBegun(row);
  try {
    const finished =
      row.kind === 'recording'
        ? await finishRecording(context, row, held)
        : await finishPhoto(context, row, held);
    await removeUpload(context, key.evidenceId);
    return finished;
  } catch (error) {
    if (error instanceof Refusal) await failUpload(context, key, error);
    throw error;
  }
};

const readRow = ({ database }: Pick<Context, 'database'>, { organisationId, evidenceId }: EvidenceKey) =>
  database.prisma.evidence.findUniqueOrThrow({
    where: { organisation_id_id: { organisation_id: organisationId, id: evidenceId } },
  });

export const nameCredential = ({ name }: Right): string | null =>
  name.kind === 'credential' ? name.id : null;

// Noted before anything may end this process, so that the job that finishes the upload finds the right.
const noteBringer = async ({ database }: Pick<Context, 'database'>, row: EvidenceRow, right: Right) => {
  const credential_id = nameCredential(right);
  if (credential_id === row.credential_id) return;
  const { organisation_id, id } = row;
  await database.prisma.evidence.updateMany({
    where: { organisation_id, id, status: 'uploading' },
    data: { credential_id },
  });
};

// The right names no device: a later device has a right of its own, by which this upload did not begin.
const rightOfBegun = (row: EvidenceRow): Right | null => {
  const { organisation_id, participant_id, credential_id, created_at } = row;
  if (participant_id !== null)
    return {
      name: { kind: 'participant', id: participant_id },
      holds: Prisma.sql`
        select true from participants
        where organisation_id = ${organisation_id}::uuid and id = ${participant_id}::uuid
          and revoked_at is null and joined_at <= ${created_at}`,
      refuse: () => fieldUnauthenticated(),
    };
  if (credential_id === null) return null;
  return {
    name: { kind: 'credential', id: credential_id },
    holds: Prisma.sql`
      select true from credentials
      where organisation_id = ${organisation_id}::uuid and id = ${credential_id}::uuid and revoked_at is null`,
    refuse: () => unauthenticated(),
  };
};

type Finish = (context: FinishContext, row: EvidenceRow, right: Right | null) => Promise<EvidenceRow>;

const finishRecording: Finish = async (context, row, right) => {
  const all: StoredContent[] = [];
  const recorded = await redoWithoutLocation(mayKeepLocation(row), async (keepsLocation) => {
    const { key, ...stored } = await (keepsLocation ? storeUpload : storeWithoutLocation)(context, row);
    all.push({ key, ...stored });
    return recordRecording(context, { row, right, stored: { ...stored, keepsLocation } });
  });
  await discardUnnamed(context, recorded, all);
  return recorded;
};

const finishPhoto: Finish = async (context, row, right) => {
  // A location is blanked after the inspection.
  const original = await storeUpload(context, row);
  const { organisation_id: organisationId, id: evidenceId, session_id: sessionId } = row;
  const key = { organisationId, sessionId, participantId: row.participant_id! };
  const announced = announcedOf(row);
  const recorded = await redoWithoutLocation(mayKeepLocation(row), async (keepsLocation) => {
    const photo = await processPhoto(context, { ...key, evidenceId }, { original, keepsLocation });
    return context.transact(
      async (tx) => {
        await restOn(tx, right);
        return recordPhoto(context, tx, { key, evidenceId, photo, announced });
      },
      { sharedBy: key },
    );
  });
  await discardUnnamed(context, recorded, [original]);
  return recorded;
};

type StoredUpload = StoredContent & { received_sha256: string };

const storeUpload = async ({ objects, uploads }: FinishContext, row: EvidenceRow): Promise<StoredUpload> => {
  const stored = await objects.putContent(await uploads.openUpload(row.id), ownerOf(row));
  if (isAnnounced(row, stored)) return { ...stored, received_sha256: stored.sha256 };
  await objects.delete(stored.key);
  throw wrongBytes();
};

const RECORDING: DecodingKind<RecordingOrder, RecordingOutcome> = {
  name: 'recording',
  module: locateProgram('features/uploads/location/blank-video'),
  make: 'blankVideo',
};

// A recording may be larger than the memory, so it is blanked as a file.
const storeWithoutLocation = async (
  { objects, uploads, decoding }: FinishContext,
  row: EvidenceRow,
): Promise<StoredUpload> =>
  objects.spoolFile(await uploads.openUpload(row.id), async ({ path, ...received }) => {
    if (!isAnnounced(row, received)) throw wrongBytes();
    const order = { recording: path, mime: row.mime };
    const whose = { organisationId: row.organisation_id, sessionId: row.session_id };
    const outcome = await decoding(whose, (decode) => decode(RECORDING, order).catch(refuseHeavy));
    if (!outcome.ok) throw refuseLocation(new LocationStaysError(outcome.message));
    const stored = await objects.putContent(createReadStream(path), ownerOf(row));
    return { ...stored, received_sha256: received.sha256 };
  });

const ownerOf = ({ organisation_id, id }: EvidenceRow) => ({ organisationId: organisation_id, ownerId: id });

const isAnnounced = ({ announced_sha256 }: EvidenceRow, { sha256 }: { sha256: string }): boolean =>
  announced_sha256 === null || announced_sha256 === sha256;

const announcedOf = ({ captured_at, slot, lat_e7, lon_e7, accuracy_cm }: EvidenceRow) => ({
  captured_at: captured_at?.toISOString(),
  slot,
  ...(lat_e7 === null || lon_e7 === null ? {} : { lat: lat_e7 / 1e7, lon: lon_e7 / 1e7 }),
  ...(accuracy_cm === null ? {} : { accuracy: accuracy_cm / 100 }),
});

import type { Gps } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { settleUpload } from '../../quotas/exports/take-quota.ts';
import { planFreeze } from '../../sessions/exports/plan-freeze.ts';
import type { EvidenceRow } from './evidence-view.ts';
import { judgeLocation } from './judge-location.ts';
import { lockForPhoto, type PhotoKey } from './lock-for-capture.ts';
import type { ProcessedPhoto } from './process-photo.ts';
import { recordCapture } from './record-evidence.ts';

/**
 * Records a photo whose row was there before its bytes: it is evidence from now on. A row that is not `uploading`
 * any more, since another run finished it or its time is over, is returned as it is.
 *
 * @throws {LocationWithdrawnError} for a photo that was processed with a location that may not be kept
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
  // Under the session's lock: the second of two runs that finish one upload finds it finished.
  const current = await tx.db.evidence.findUniqueOrThrow({ where });
  if (current.status !== 'uploading') return current;
  judgeLocation(photo, current, gps);
  const data = { ...photoColumns({ photo, announced, now: tx.now }), reserved_bytes: null };
  const row = await tx.db.evidence.update({ where, data });
  settleUpload(tx, current, photo);
  recordCapture(context, tx, { session, row });
  planFreeze(context, tx, session);
  return row;
};

type Announced = {
  captured_at?: string | undefined;
  slot?: string | undefined;
  lat?: number | undefined;
  lon?: number | undefined;
  accuracy?: number | undefined;
};

// The device's word on time and location comes before the file's. A photo that was processed without its location gets
// none.
const photoColumns = ({
  photo,
  announced,
  now,
}: {
  photo: ProcessedPhoto;
  announced: Announced;
  now: Date;
}) => {
  const capturedAt = announced.captured_at ?? photo.captured_at;
  return {
    status: 'ready',
    mime: photo.mime,
    byte_size: photo.byte_size,
    sha256: photo.sha256,
    received_sha256: photo.received_sha256,
    width: photo.width,
    height: photo.height,
    slot: announced.slot ?? '',
    captured_at: capturedAt === null ? null : new Date(capturedAt),
    received_at: now,
    updated_at: now,
    ...locationColumns(photo.keepsLocation ? (readLocation(announced) ?? photo.gps) : null),
    derivatives: { create: photo.derivatives },
  };
};

const readLocation = ({ lat, lon, accuracy }: Announced) =>
  lat === undefined || lon === undefined ? null : { lat, lon, accuracy: accuracy ?? null };

/** Integers, since the canonical form has no fractions. */
export const locationColumns = (gps: z.output<typeof Gps> | null) => ({
  lat_e7: gps && Math.round(gps.lat * 1e7),
  lon_e7: gps && Math.round(gps.lon * 1e7),
  accuracy_cm: gps?.accuracy == null ? null : Math.round(gps.accuracy * 100),
});

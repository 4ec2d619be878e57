import type { Gps } from '@field-inspection/contract';
import type { z } from 'zod';
import type { SessionRow } from '../../sessions/exports/session-view.ts';
import type { ProcessedPhoto } from './process-photo.ts';

/** What a client says of a photo beside its bytes. */
export type Announced = {
  captured_at?: string | undefined;
  slot?: string | undefined;
  lat?: number | undefined;
  lon?: number | undefined;
  accuracy?: number | undefined;
};

/**
 * The columns of a photo that is processed. The device's word on time and place comes before the file's; without
 * consent no place is kept.
 */
export const photoColumns = ({
  photo,
  announced,
  session,
  now,
}: {
  photo: ProcessedPhoto;
  announced: Announced;
  session: Pick<SessionRow, 'consent_gps'>;
  now: Date;
}) => {
  const capturedAt = announced.captured_at ?? photo.captured_at;
  return {
    status: 'ready',
    mime: photo.mime,
    byte_size: photo.byte_size,
    sha256: photo.sha256,
    width: photo.width,
    height: photo.height,
    slot: announced.slot ?? '',
    captured_at: capturedAt === null ? null : new Date(capturedAt),
    received_at: now,
    updated_at: now,
    ...placeColumns(session.consent_gps === 'granted' ? (readPlace(announced) ?? photo.gps) : null),
    derivatives: { create: photo.derivatives },
  };
};

const readPlace = ({ lat, lon, accuracy }: Announced) =>
  lat === undefined || lon === undefined ? null : { lat, lon, accuracy: accuracy ?? null };

/** A place as it is stored and hashed: integers, since the canonical form has no fractions. */
export const placeColumns = (gps: z.output<typeof Gps> | null) => ({
  lat_e7: gps && Math.round(gps.lat * 1e7),
  lon_e7: gps && Math.round(gps.lon * 1e7),
  accuracy_cm: gps?.accuracy == null ? null : Math.round(gps.accuracy * 100),
});

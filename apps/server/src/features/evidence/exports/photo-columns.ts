import type { Gps } from '@field-inspection/contract';
import type { z } from 'zod';
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
 * The columns of a photo that is processed. The device's word on time and place comes before the file's; a photo that
 * was processed without its place gets none.
 */
export const photoColumns = ({
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
    ...placeColumns(photo.keepsPlace ? (readPlace(announced) ?? photo.gps) : null),
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

import type { Gps } from '@field-inspection/contract';
import type { z } from 'zod';

/** A place as it is stored and hashed: integers, since the canonical form has no fractions. */
export const placeColumns = (gps: z.output<typeof Gps> | null) => ({
  lat_e7: gps && Math.round(gps.lat * 1e7),
  lon_e7: gps && Math.round(gps.lon * 1e7),
  accuracy_cm: gps?.accuracy == null ? null : Math.round(gps.accuracy * 100),
});

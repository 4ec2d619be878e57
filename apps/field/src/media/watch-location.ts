import type { LocationFix } from '../queue/shelf/queue-item.ts';
import { computed, effect, type ReadonlySignal } from '@preact/signals';
import type { Inspection } from '../inspection.ts';
import type { Source } from '../live/judge-presence.ts';

/** Further back, the person has walked on. */
const FRESH_MS = 60_000;

export type LocationWatch = { latest: () => LocationFix | undefined; stop: () => void };

/**
 * Follows where the device is, while that is allowed; nothing is asked of a device before.
 *
 * @param onDenied told when the browser does not allow it
 */
export const watchLocation = (isAllowed: () => boolean, onDenied: () => void): LocationWatch => {
  let found: GeolocationPosition | undefined;
  if (!isAllowed() || !navigator.geolocation) return { latest: () => undefined, stop: () => {} };
  const watch = navigator.geolocation.watchPosition(
    (position) => void (found = position),
    ({ code, PERMISSION_DENIED }) => {
      found = undefined;
      if (code === PERMISSION_DENIED && isAllowed()) onDenied();
    },
    { enableHighAccuracy: true, maximumAge: FRESH_MS },
  );
  return {
    latest: () => {
      if (!found || !isAllowed() || Date.now() - found.timestamp > FRESH_MS) return undefined;
      const { latitude: lat, longitude: lon, accuracy } = found.coords;
      return { lat, lon, accuracy };
    },
    stop: () => navigator.geolocation.clearWatch(watch),
  };
};

/** Follows the device's location while its camera is shared and gps is allowed: for the photos operators ask for. */
export const followLocation = (
  { isAllowed, tellConsent }: Pick<Inspection, 'isAllowed' | 'tellConsent'>,
  camera: ReadonlySignal<Source>,
): LocationWatch => {
  const isAllowedNow = (): boolean => isAllowed('gps');
  const isNeeded = computed(() => camera.value !== 'off' && isAllowedNow());
  let watch: LocationWatch | undefined;
  const stop = effect(() => {
    if (!isNeeded.value) return;
    watch = watchLocation(isAllowedNow, () => void tellConsent({ gps: 'denied' }));
    return () => watch?.stop();
  });
  return { latest: () => watch?.latest(), stop };
};

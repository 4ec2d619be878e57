import type { LocationFix } from '../queue/shelf/queue-item.ts';

/** After that time the person has walked on. */
const FRESH_MS = 60_000;

export type LocationWatch = { latest: () => LocationFix | undefined; stop: () => void };

/**
 * Nothing is asked of a device before its location is allowed.
 *
 * @param onDenied told when the browser forbids it
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

import { computed, effect, type ReadonlySignal } from '@preact/signals';
import type { Inspection } from '../inspection.ts';
import { watchLocation, type LocationWatch } from '../media/watch-location.ts';
import type { Source } from './judge-presence.ts';

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

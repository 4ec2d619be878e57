import { computed, effect, type ReadonlySignal } from '@preact/signals';
import type { Inspection } from '../inspection.ts';
import { watchPlace, type PlaceWatch } from '../media/watch-place.ts';
import type { Source } from './judge-presence.ts';

/** Follows the device's place while its camera is shared and gps is allowed: for the photos operators ask for. */
export const followPlace = (
  { isAllowed, tellConsent }: Pick<Inspection, 'isAllowed' | 'tellConsent'>,
  camera: ReadonlySignal<Source>,
): PlaceWatch => {
  const isAllowedNow = (): boolean => isAllowed('gps');
  const isNeeded = computed(() => camera.value !== 'off' && isAllowedNow());
  let watch: PlaceWatch | undefined;
  const stop = effect(() => {
    if (!isNeeded.value) return;
    watch = watchPlace(isAllowedNow, () => void tellConsent({ gps: 'denied' }));
    return () => watch?.stop();
  });
  return { latest: () => watch?.latest(), stop };
};

import type { FieldMessage, StillRefusal } from '@field-inspection/signalling';
import { computed, effect, type ReadonlySignal } from '@preact/signals';
import { hashBytes } from '../queue/hash-bytes.ts';
import type { Photo } from '../media/encode-jpeg.ts';
import type { TakenPhoto } from '../queue/shelf/queue-item.ts';
import type { Inspection } from '../inspection.ts';
import { type LocationWatch, watchLocation } from '../media/watch-location.ts';
import type { Source } from './judge-presence.ts';

type Asked = { id: string; slot?: string };

type Edges = {
  isAllowed: () => boolean;
  /** The service refuses a photo of a shot that the session does not ask for, for good. */
  asksFor: (slot: string) => Promise<boolean>;
  track: () => MediaStreamTrack | undefined;
  takeStill: (track: MediaStreamTrack) => Promise<Photo>;
  onStill: () => ((still: TakenPhoto) => Promise<void>) | undefined;
  location: () => TakenPhoto['location'];
  now: () => Date;
};

/** An operator who asks without a pause would fill the device. */
const PAUSE_MS = 1_000;

export const createShutter = ({ isAllowed, asksFor, track, takeStill, onStill, location, now }: Edges) => {
  let isBusy = false;
  let lastMs = 0;

  const take = async (camera: MediaStreamTrack, { id, slot }: Asked): Promise<FieldMessage> => {
    if (slot !== undefined && !(await asksFor(slot))) return refuse(id, 'no_such_shot');
    const capturedAt = now();
    const { blob, width, height } = await takeStill(camera);
    // Consent withdrawn while the camera was at work: the photo is not kept.
    if (!isAllowed()) return refuse(id, 'no_consent');
    const keep = onStill();
    if (!keep) return refuse(id, 'failed');
    const sha256 = await hashBytes(await blob.arrayBuffer());
    await keep({ blob, slot, capturedAt, location: location() });
    return { type: 'still_taken', id, sha256, bytes: blob.size, width, height };
  };
  return async (asked: Asked): Promise<FieldMessage> => {
    const camera = track();
    if (!isAllowed()) return refuse(asked.id, 'no_consent');
    if (!camera) return refuse(asked.id, 'no_camera');
    if (isBusy || now().getTime() - lastMs < PAUSE_MS) return refuse(asked.id, 'busy');
    isBusy = true;
    try {
      return await take(camera, asked);
    } catch {
      return refuse(asked.id, 'failed');
    } finally {
      isBusy = false;
      lastMs = now().getTime();
    }
  };
};

const refuse = (id: string, reason: StillRefusal): FieldMessage => ({
  type: 'still_refused',
  id,
  reason,
});

/**
 * A session that asks for no shots takes photos of any. The operator may have added a shot a moment ago, so the service
 * is asked about an unknown one.
 */
export const asksForShot = async (
  { state, refresh }: Pick<Inspection, 'state' | 'refresh'>,
  slot: string,
): Promise<boolean> => {
  const isKnown = () => {
    const { shots } = state.peek().session;
    return shots.length === 0 || shots.some((shot) => shot.slot === slot);
  };
  if (isKnown()) return true;
  await refresh();
  return isKnown();
};

/** Photos that operators ask for get the location, which is followed while the camera is shared and gps is allowed. */
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

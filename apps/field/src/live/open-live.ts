import type { DataMessage, EndReason } from '@field-inspection/signalling';
import { effect, signal, untracked } from '@preact/signals';
import type { Inspection } from '../inspection.ts';
import { takePicture } from '../media/take-still.ts';
import type { LocationWatch } from '../media/watch-location.ts';
import type { TakenPhoto } from '../queue/shelf/queue-item.ts';
import { asksForShot, createShutter, followLocation } from './create-shutter.ts';
import { createSharing } from './create-sharing.ts';
import { enterRoom } from './enter-room.ts';
import { KINDS } from './hold-tracks.ts';
import type { Live } from './live.ts';
import type { Devices } from './open-sources.ts';
import { watchNetwork } from './watch-network.ts';
import { watchRoom } from './watch-room.ts';

const STILL_IS_NEW_MS = 8_000;

export const openLive = (inspection: Inspection): Live => {
  const newStill = createFlash(STILL_IS_NEW_MS);
  let keepStill: ((still: TakenPhoto) => Promise<void>) | undefined;
  let tellEnd: ((reason: EndReason) => void) | undefined;

  const sharing = createSharing({
    inspection,
    devices: browserDevices,
    onTracks: (tracks) => room.share(tracks),
  });
  const seen = watchRoom(sharing);
  const location = followLocation(inspection, sharing.camera);
  const shoot = openShutter(inspection, { sharing, location, onStill: () => keepStill });
  const hear = async (message: DataMessage, identity: string): Promise<void> => {
    seen.draw(message, identity);
    if (message.type !== 'still') return;
    const answer = await shoot(message);
    if (answer.type === 'still_taken') newStill.flash();
    room.say(answer, identity);
  };
  const end = (): void => {
    seen.isOver.value = true;
    stopFollowing();
    stopNetwork();
    location.stop();
    sharing.drop();
  };
  const room = enterRoom(inspection, {
    onRelay: (state) => (seen.relay.value = state),
    onPeers: seen.meet,
    onTrack: seen.hear,
    onMessage: (message, identity) => void hear(message, identity),
    onEnd: (reason) => {
      end();
      tellEnd?.(reason);
    },
  });
  const stopFollowing = effect(() => {
    const allowed = KINDS.filter((kind) => inspection.isAllowed(kind));
    untracked(() => sharing.follow(allowed));
  });
  const stopNetwork = watchNetwork(room.lookAgain);
  return {
    ...sharing,
    ...seen,
    sharing: sharing.stream,
    isStillNew: newStill.isOn,
    onStill: (keep) => (keepStill = keep),
    onEnd: (listener) => (tellEnd = listener),
    close: () => {
      end();
      room.close();
    },
  };
};

type Edges = {
  sharing: Pick<ReturnType<typeof createSharing>, 'camera' | 'find'>;
  location: LocationWatch;
  onStill: Parameters<typeof createShutter>[0]['onStill'];
};

const openShutter = (inspection: Inspection, { sharing, location, onStill }: Edges) =>
  createShutter({
    isAllowed: () => inspection.isAllowed('camera'),
    asksFor: (slot) => asksForShot(inspection, slot),
    track: () => (sharing.camera.peek() === 'on' ? sharing.find('camera') : undefined),
    takeStill: (track) => takePicture(track, inspection.state.peek().uploads),
    location: location.latest,
    onStill,
    now: () => new Date(),
  });

const createFlash = (durationMs: number) => {
  const isOn = signal(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    isOn,
    flash: (): void => {
      clearTimeout(timer);
      isOn.value = true;
      timer = setTimeout(() => (isOn.value = false), durationMs);
    },
  };
};

/** In-app browsers and pages without TLS have no devices to give. */
const browserDevices: Devices = {
  get getUserMedia() {
    const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
    return mediaDevices?.getUserMedia?.bind(mediaDevices);
  },
  isDenied: async (name) => {
    try {
      // Some browsers can't be asked about the camera.
      const { state } = await navigator.permissions.query({ name: name as PermissionName });
      return state === 'denied';
    } catch {
      return false;
    }
  },
};

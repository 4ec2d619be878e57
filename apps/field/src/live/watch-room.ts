import type { DataMessage, RelayState, RoomPeer } from '@field-inspection/signalling';
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { createSharing } from './create-sharing.ts';
import { drawOnBoard, EMPTY_BOARD, keepOnBoard } from './draw-on-board.ts';
import { judgeOperators, judgePresence } from './judge-presence.ts';

type Shared = Pick<ReturnType<typeof createSharing>, 'camera' | 'microphone' | 'isMuted'>;

export const watchRoom = ({ camera, microphone, isMuted }: Shared) => {
  const relay = signal<RelayState>('connecting');
  const peers = signal<readonly RoomPeer[]>([]);
  const board = showByFrame(EMPTY_BOARD);
  const isOver = signal(false);
  const voices = playVoices();
  const reached = computed(() => peers.value.filter(({ connection }) => connection === 'connected'));
  return {
    relay,
    board: board.shown,
    isOver,
    meet: (present: readonly RoomPeer[]): void => {
      peers.value = present;
      const identities = reached.value.map(({ identity }) => identity);
      board.change((latest) => keepOnBoard(latest, identities));
      voices.keepOnly(present.map(({ identity }) => identity));
    },
    hear: (track: MediaStreamTrack, identity: string): void => {
      if (track.kind === 'audio') voices.add(identity, track);
    },
    draw: (message: DataMessage, identity: string): void => {
      board.change((latest) => drawOnBoard(latest, identity, message));
    },
    operators: computed(() => judgeOperators(relay.value, peers.value)),
    watchers: computed(() => reached.value.length),
    isPicturePaused: computed(() => reached.value.some(({ isPicturePaused }) => isPicturePaused)),
    presence: computed(() =>
      judgePresence({
        isOver: isOver.value,
        relay: relay.value,
        peers: peers.value,
        camera: camera.value,
        microphone: microphone.value,
        isMuted: isMuted.value,
      }),
    ),
  };
};

/** A browser may want a tap before it plays the voices; the next tap then lets them go on. */
const playVoices = () => {
  const voices = new Map<string, HTMLAudioElement>();
  const play = (voice: HTMLAudioElement): void => {
    voice
      .play()
      .catch(() => addEventListener('pointerdown', () => void voice.play().catch(() => {}), { once: true }));
  };
  const drop = (identity: string): void => {
    const voice = voices.get(identity);
    if (voice) voice.srcObject = null;
    voices.delete(identity);
  };
  return {
    add: (identity: string, track: MediaStreamTrack) => {
      drop(identity);
      const voice = new Audio();
      voice.srcObject = new MediaStream([track]);
      voices.set(identity, voice);
      play(voice);
    },
    keepOnly: (identities: readonly string[]) => {
      for (const identity of [...voices.keys()]) if (!identities.includes(identity)) drop(identity);
    },
  };
};

/**
 * Shows a value once a frame at most, so that a peer who sends without a pause does not overload the phone. Values in
 * between are dropped: a page in the background has no frames, and must not queue them.
 */
export const showByFrame = <Value>(
  first: Value,
  onFrame: (show: () => void) => void = (show) => void requestAnimationFrame(show),
): { shown: ReadonlySignal<Value>; change: (next: (latest: Value) => Value) => void } => {
  const shown = signal(first);
  let latest = first;
  let isDue = false;
  return {
    shown,
    change: (next) => {
      latest = next(latest);
      if (isDue || latest === shown.peek()) return;
      isDue = true;
      onFrame(() => {
        isDue = false;
        shown.value = latest;
      });
    },
  };
};

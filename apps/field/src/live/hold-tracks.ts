import { computed, signal } from '@preact/signals';
import type { Tracks } from '@field-inspection/signalling';
import type { Source } from './judge-presence.ts';

export type Kind = 'camera' | 'microphone';
export const KINDS: readonly Kind[] = ['camera', 'microphone'];
export const kindOf = (track: MediaStreamTrack): Kind => (track.kind === 'video' ? 'camera' : 'microphone');

type Listeners = {
  onTracks: (tracks: Tracks) => void;
  /** Told of a track that has ended by itself, and is no longer held. */
  onLost: (kind: Kind) => void;
};

export const holdTracks = ({ onTracks, onLost }: Listeners) => {
  const tracks = signal<readonly MediaStreamTrack[]>([]);
  /** Events of a track change no signal, so they are counted in one. */
  const changes = signal(0);
  const isMuted = signal(false);

  const find = (kind: Kind): MediaStreamTrack | undefined =>
    tracks.value.find((track) => kindOf(track) === kind);
  const hold = (next: readonly MediaStreamTrack[]): void => {
    const before = tracks.peek();
    for (const track of before) if (!next.includes(track)) releaseTrack(track);
    for (const track of next) if (!before.includes(track)) adopt(track);
    tracks.value = next;
    onTracks({ audio: find('microphone') ?? null, video: find('camera') ?? null });
  };
  const adopt = (track: MediaStreamTrack): void => {
    track.onended = () => {
      hold(tracks.peek().filter((each) => each !== track));
      onLost(kindOf(track));
    };
    track.onmute = track.onunmute = () => (changes.value += 1);
    if (kindOf(track) === 'microphone') track.enabled = !isMuted.peek();
  };
  const watch = (kind: Kind) =>
    computed((): Source => {
      void changes.value;
      const track = find(kind);
      if (track?.readyState !== 'live') return 'off';
      return track.muted ? 'paused' : 'on';
    });
  return {
    all: () => tracks.peek(),
    find,
    hold,
    stream: computed(() => (tracks.value.length > 0 ? new MediaStream([...tracks.value]) : undefined)),
    camera: watch('camera'),
    microphone: watch('microphone'),
    isMuted,
    mute: (muted: boolean): void => {
      isMuted.value = muted;
      const track = find('microphone');
      if (track) track.enabled = !muted;
    },
  };
};

export const releaseTrack = (track: MediaStreamTrack): void => {
  track.onended = track.onmute = track.onunmute = null;
  track.stop();
};

import type { ReadonlySignal } from '@preact/signals';
import type { EndReason, RelayState } from '@field-inspection/signalling';
import type { TakenPhoto } from '../queue/shelf/queue-item.ts';
import type { createSharing } from './create-sharing.ts';
import type { Board } from './draw-on-board.ts';
import type { Presence } from './judge-presence.ts';

export type Live = Pick<
  ReturnType<typeof createSharing>,
  'faults' | 'notice' | 'isOpening' | 'isMuted' | 'mute' | 'camera' | 'microphone' | 'flip' | 'drop'
> & {
  relay: ReadonlySignal<RelayState>;
  operators: ReadonlySignal<'waiting' | 'connected' | 'lost'>;
  presence: ReadonlySignal<Presence>;
  watchers: ReadonlySignal<number>;
  isPicturePaused: ReadonlySignal<boolean>;
  sharing: ReadonlySignal<MediaStream | undefined>;
  board: ReadonlySignal<Board>;
  isStillNew: ReadonlySignal<boolean>;
  /** Shares only consented sources, and only after a tap. */
  share: () => Promise<void>;
  /** Also withdraws camera and microphone on the record. */
  stop: () => Promise<void>;
  /** Sets what keeps the photos that operators ask for; until then they are refused. */
  onStill: (keep: (still: TakenPhoto) => Promise<void>) => void;
  onEnd: (listener: (reason: EndReason) => void) => void;
  close: () => void;
};

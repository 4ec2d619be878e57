import type { ReadonlySignal } from '@preact/signals';
import type { EndReason, RelayState } from '@field-inspection/signalling';
import type { TakenPhoto } from '../queue/shelf/queue-item.ts';
import type { createSharing } from './create-sharing.ts';
import type { Board } from './draw-on-board.ts';
import type { Presence } from './judge-presence.ts';

/** The live picture and sound of a device that has joined, until it is closed. */
export type Live = Pick<
  ReturnType<typeof createSharing>,
  'faults' | 'notice' | 'isOpening' | 'isMuted' | 'mute' | 'camera' | 'microphone'
> & {
  relay: ReadonlySignal<RelayState>;
  operators: ReadonlySignal<'waiting' | 'connected' | 'lost'>;
  presence: ReadonlySignal<Presence>;
  watchers: ReadonlySignal<number>;
  /** The way is too weak for a picture: only the sound goes. */
  isPicturePaused: ReadonlySignal<boolean>;
  sharing: ReadonlySignal<MediaStream | undefined>;
  board: ReadonlySignal<Board>;
  /** An operator has just taken a photo. */
  isStillNew: ReadonlySignal<boolean>;
  /** Shares the sources that are on the record as granted; only ever after a tap. */
  share: () => Promise<void>;
  /** Ends it, and withdraws camera and microphone on the record. */
  stop: () => Promise<void>;
  /** Sets who keeps the photos that operators ask for. Until then they are refused. */
  onStill: (keep: (still: TakenPhoto) => Promise<void>) => void;
  onEnd: (listener: (reason: EndReason) => void) => void;
  close: () => void;
};

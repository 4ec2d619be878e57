import type { Signal } from '@preact/signals';
import type { TakenPhoto } from '../queue/shelf/queue-item.ts';

/** How far one has come in a room: a photo is looked at before it counts, or is drawn on. */
export type Step = 'check' | 'annotate';

/** The steps within a room. The back button leads out of a step before it leads out of the room. */
export type Steps = {
  step: Step | undefined;
  /** The photo that is looked at; where it is held already, by what id. */
  checked: Signal<(TakenPhoto & { held: Promise<string | undefined> }) | undefined>;
  /** The picture that is drawn on. */
  drawnOn: Signal<Blob | undefined>;
  open: (step: Step) => void;
  close: () => Promise<void>;
};

import type { Signal } from '@preact/signals';
import type { TakenPhoto } from '../queue/shelf/queue-item.ts';

/** Step of a screen: a photo is looked at before it counts, or is drawn on. */
export type Step = 'check' | 'annotate';

/** The steps within a screen. The back button leads out of a step before it leads out of the screen. */
export type Steps = {
  step: Step | undefined;
  /** Photo that is looked at, with its id where the queue holds it already. */
  checked: Signal<(TakenPhoto & { held: Promise<string | undefined> }) | undefined>;
  /** The picture that is drawn on. */
  drawnOn: Signal<Blob | undefined>;
  open: (step: Step) => void;
  close: () => Promise<void>;
};

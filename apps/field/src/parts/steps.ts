import type { Signal } from '@preact/signals';
import type { TakenPhoto } from '../queue/shelf/queue-item.ts';

export type Step = 'check' | 'annotate';

/** The back button leads out of a step before it leads out of the screen. */
export type Steps = {
  step: Step | undefined;
  checked: Signal<(TakenPhoto & { held: Promise<string | undefined> }) | undefined>;
  drawnOn: Signal<Blob | undefined>;
  open: (step: Step) => void;
  close: () => Promise<void>;
};

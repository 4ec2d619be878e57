import { effect, type ReadonlySignal } from '@preact/signals';
import { hasTold, noteTold } from '../service/kept-session.ts';
import { tellUnsent } from './sending/call-field.ts';
import { serviceOf, type Served } from './sending/open-sender.ts';
import type { Queue } from './queue.ts';
import { reportUnsent } from './report-unsent.ts';

/** Tells the service how much of what was made on this device is still to be sent: photos and drawings. */
export const openReports = (
  inspection: Served,
  { items, unsent }: { items: Queue['items']; unsent: ReadonlySignal<number> },
): { close: () => void } => {
  // A device that never had anything has nothing to tell.
  const told = items.peek().length === 0 && !hasTold() ? 0 : undefined;
  const reporter = reportUnsent((count) => {
    noteTold();
    return tellUnsent(serviceOf(inspection), count);
  }, told);
  const stop = effect(() => reporter.change(unsent.value));
  return {
    close: () => {
      stop();
      reporter.close();
    },
  };
};

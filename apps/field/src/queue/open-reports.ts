import { effect, type ReadonlySignal } from '@preact/signals';
import { tellUnsent } from './sending/call-field.ts';
import { serviceOf, type Served } from './sending/open-sender.ts';
import { reportUnsent } from './report-unsent.ts';

/** Tells the service how much of what was made on this device is still to be sent: photos and drawings. */
export const openReports = (inspection: Served, unsent: ReadonlySignal<number>): { close: () => void } => {
  const reporter = reportUnsent({
    tell: (count) => tellUnsent(serviceOf(inspection), count),
    random: Math.random,
  });
  const stop = effect(() => reporter.change(unsent.value));
  return {
    close: () => {
      stop();
      reporter.close();
    },
  };
};

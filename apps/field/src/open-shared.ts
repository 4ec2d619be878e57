import { computed, effect, type ReadonlySignal } from '@preact/signals';
import { type Drawings, openDrawings } from './draw/open-drawings.ts';
import type { Inspection } from './inspection.ts';
import { leave } from './journey.ts';
import type { Live } from './live/live.ts';
import { openLive } from './live/open-live.ts';
import { openQueue } from './queue/open-queue.ts';
import type { Queue } from './queue/queue.ts';
import { reportUnsent } from './queue/report-unsent.ts';
import { tellUnsent } from './queue/sending/call-field.ts';
import { type Served, serviceOf } from './queue/sending/open-sender.ts';
import { describeStored } from './receipt/describe-stored.ts';
import type { KeptEnd } from './service/kept-session.ts';

export type Shared = {
  queue: Queue;
  live: Live;
  drawings: Drawings;
  unsent: ReadonlySignal<number>;
  refused: ReadonlySignal<number>;
  describeEnd: () => KeptEnd;
  close: () => void;
};

export const openShared = async (inspection: Inspection): Promise<Shared> => {
  const queue = await openQueue(inspection);
  const drawings = openDrawings(inspection, queue);
  const unsent = computed(() => queue.unsent.value + drawings.unsent.value);
  const reports = openReports(inspection, unsent);
  const live = openLive(inspection);
  live.onEnd(leave);
  // Photos of an operator's shutter go into the person's own queue.
  live.onStill(queue.addPhoto);
  return {
    queue,
    live,
    drawings,
    unsent,
    refused: computed(() => queue.refused.value + drawings.refused.value),
    describeEnd: () => describeStored(inspection.state.value, queue.items.value),
    close: () => {
      reports.close();
      queue.close();
      live.close();
      drawings.close();
    },
  };
};

const openReports = (inspection: Served, unsent: ReadonlySignal<number>): { close: () => void } => {
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

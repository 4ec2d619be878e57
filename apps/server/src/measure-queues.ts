import type { Context } from './context.ts';
import { measureAnchors } from './features/anchors/measure-anchors.ts';
import { measureGivenUpJobs } from './platform/jobs/measure-given-up-jobs.ts';
import { measureDeliveryQueue } from './features/webhooks/dispatch/measure-delivery-queue.ts';

/** What is measured only when somebody reads the metrics. */
export const measureQueues = (context: Context): (() => Promise<void>) => {
  const measurements = [measureDeliveryQueue(context), measureAnchors(context), measureGivenUpJobs(context)];
  return async () => void (await Promise.all(measurements.map((run) => run())));
};

import type { Context } from './context.ts';
import { measureAnchors } from './features/anchors/measure-anchors.ts';
import { GIVEN_UP_WORK } from './given-up-work.ts';
import { measureGivenUpJobs } from './platform/jobs/measure-given-up-jobs.ts';
import { measureDeliveryQueue } from './features/webhooks/dispatch/measure-delivery-queue.ts';

/** Gives the measurements that run only when somebody reads the metrics. */
export const measureQueues = (context: Context): (() => Promise<void>) => {
  const measurements = [
    measureDeliveryQueue(context),
    measureAnchors(context),
    measureGivenUpJobs(context, GIVEN_UP_WORK),
  ];
  return async () => void (await Promise.all(measurements.map((run) => run())));
};

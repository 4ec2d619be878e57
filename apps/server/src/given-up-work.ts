import {
  givenUpAddendaAnchors,
  givenUpAnchors,
  givenUpOrgAnchors,
  givenUpWhiteboardAnchors,
} from './features/anchors/exports/given-up-anchors.ts';
import { givenUpReports } from './features/reports/exports/resume-reports.ts';
import { givenUpRecordings } from './features/uploads/exports/resume-recordings.ts';
import type { Context } from './context.ts';
import { measureAnchors } from './features/anchors/measure-anchors.ts';
import { measureGivenUpJobs } from './platform/jobs/given-up-jobs.ts';
import { measureSeal } from './platform/seal/measure-seal.ts';
import { measureBackup } from './platform/watching/measure-backup.ts';
import { measureDeliveryQueue } from './features/webhooks/dispatch/measure-delivery-queue.ts';

/** Rows that give up. All other work gives up by a job that failed for the last time. */
export const GIVEN_UP_WORK = [
  givenUpAnchors,
  givenUpAddendaAnchors,
  givenUpOrgAnchors,
  givenUpWhiteboardAnchors,
  givenUpReports,
  givenUpRecordings,
];

export const measureQueues = (context: Context): (() => Promise<void>) => {
  const measurements = [
    measureDeliveryQueue(context),
    measureAnchors(context),
    measureGivenUpJobs(context, GIVEN_UP_WORK),
    measureSeal(context),
    measureBackup(context),
  ];
  return async () => void (await Promise.all(measurements.map((run) => run())));
};

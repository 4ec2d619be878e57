import type { Context } from '../../context.ts';
import { CrontabPayload, defineJob } from '../../platform/jobs/define-job.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { resumeAnchors } from '../anchors/exports/resume-anchors.ts';
import { resumeSubscriptions } from '../billing/exports/resume-subscriptions.ts';
import { resumePictures } from '../evidence/exports/drawings/resume-pictures.ts';
import { resumeMessages } from '../notifications/exports/resume-messages.ts';
import { resumeReports } from '../reports/exports/resume-reports.ts';
import { resumeRedactions } from '../retention/exports/enqueue-redaction.ts';
import { resumeFreezes } from '../sessions/exports/plan-freeze.ts';
import { resumeSessions } from '../sessions/exports/resume-sessions.ts';
import { resumeSharings } from '../signatures/exports/resume-sharings.ts';
import { resumeRecordings } from '../uploads/exports/resume-recordings.ts';

export const RESUMES = [
  resumeMessages,
  resumeSessions,
  resumeFreezes,
  resumeAnchors,
  resumeReports,
  resumeSharings,
  resumePictures,
  resumeRecordings,
  resumeSubscriptions,
  resumeRedactions,
];

/** Every kind of work follows from a row: a row that waits without its job gets one. */
export const resumeWork = defineJob({
  id: 'resume-work',
  payload: CrontabPayload,
  run: (context: Context) => runEach(context, 'resume-work', RESUMES),
});

import type { Task, TaskList } from 'graphile-worker';
import type { Context } from './context.ts';
import { lookAtDomains } from './features/branding/look-at-domains.job.ts';
import { followSubscription } from './features/billing/follow-subscription.job.ts';
import { discardUpload } from './features/uploads/exports/fail-upload.ts';
import { remuxRecording } from './features/uploads/remux-recording.job.ts';
import { pictureDrawing } from './features/evidence/exports/drawings/resume-pictures.ts';
import { sweepObjects, sweepObjectsStep } from './features/evidence/sweep-objects.job.ts';
import { sweepAbandonedUploads, sweepUploads } from './features/uploads/sweep-uploads.job.ts';
import {
  anchorAddendaHead,
  anchorChain,
  anchorOrgHead,
  anchorWhiteboard,
} from './features/anchors/anchor-head.job.ts';
import { anchorAddenda } from './features/anchors/anchor-addenda.job.ts';
import { anchorOrgChains } from './features/anchors/anchor-org-chains.job.ts';
import { freezeChain } from './features/anchors/freeze-chain.job.ts';
import { cleanUp } from './features/housekeeping/clean-up.job.ts';
import { sweepSignals } from './features/housekeeping/sweep-signals.job.ts';
import { resumeWork } from './features/housekeeping/resume-work.job.ts';
import { settleDirectory } from './features/members/directory/update-directory.ts';
import { sendMessage } from './features/notifications/send-message.job.ts';
import { makeReport } from './features/reports/make-report.job.ts';
import { applyRetention } from './features/retention/apply-retention.job.ts';
import { shareReport } from './features/signatures/requests/share-report.job.ts';
import { eraseOverdue } from './features/retention/erase-overdue.job.ts';
import { redactOverdue } from './features/retention/redact-overdue.job.ts';
import { redactSession } from './features/retention/redact-session.job.ts';
import { sweepReports } from './features/reports/sweep-reports.job.ts';
import { lookAtMetadata } from './features/sso/settings/look-at-metadata.job.ts';
import { lookAtAddressDomains } from './features/sso/domains/look-at-address-domains.job.ts';
import { warnOfCertificates } from './features/sso/settings/warn-of-certificates.job.ts';
import { sendSignInCode } from './features/sign-in/begin-sign-in.ts';
import { recordRefusedPasskey } from './features/sign-in/passkeys/use-passkey.ts';
import { recordWrongCodes } from './features/sign-in/redeem-code.ts';
import { expireSession } from './features/sessions/expire-session.job.ts';
import { remindSession } from './features/sessions/remind-session.job.ts';
import { inSpan, readTraceparent } from './platform/tracing/trace.ts';
import type { Job } from './platform/jobs/define-job.ts';
import { deliverWebhook } from './features/webhooks/dispatch/deliver-webhook.job.ts';
import { continueRecovery } from './features/webhooks/deliveries/redeliver-webhooks.job.ts';
import { reportDroppedDelivery } from './features/webhooks/deliveries/report-dropped-delivery.job.ts';
import {
  pauseUnreadEndpoints,
  reportDisabledEndpoint,
} from './features/webhooks/endpoints/report-disabled-endpoint.job.ts';
import {
  resumeDropReports,
  resumeEndpointWork,
} from './features/webhooks/upkeep/resume-endpoint-work.job.ts';
import { sweepDeliveries } from './features/webhooks/dispatch/sweep-deliveries.job.ts';

const JOBS = [
  sendMessage,
  settleDirectory,
  sendSignInCode,
  recordWrongCodes,
  recordRefusedPasskey,
  remindSession,
  expireSession,
  freezeChain,
  anchorChain,
  makeReport,
  sweepReports,
  shareReport,
  redactSession,
  applyRetention,
  redactOverdue,
  eraseOverdue,
  anchorAddenda,
  anchorAddendaHead,
  anchorOrgChains,
  anchorOrgHead,
  anchorWhiteboard,
  deliverWebhook,
  continueRecovery,
  reportDisabledEndpoint,
  reportDroppedDelivery,
  pauseUnreadEndpoints,
  sweepDeliveries,
  remuxRecording,
  pictureDrawing,
  followSubscription,
  lookAtDomains,
  lookAtAddressDomains,
  lookAtMetadata,
  warnOfCertificates,
  discardUpload,
  sweepUploads,
  sweepAbandonedUploads,
  sweepObjects,
  sweepObjectsStep,
  sweepSignals,
  resumeWork,
  resumeEndpointWork,
  resumeDropReports,
  cleanUp,
];

export const CRONTAB = [
  `* * * * * ${sweepDeliveries.id} ?max=3`,
  `* * * * * ${sweepUploads.id} ?max=3`,
  `* * * * * ${sweepSignals.id} ?max=3`,
  `* * * * * ${resumeWork.id} ?max=3`,
  `* * * * * ${resumeEndpointWork.id} ?max=3`,
  `17 * * * * ${cleanUp.id} ?max=3`,
  `27 * * * * ${pauseUnreadEndpoints.id} ?max=3`,
  `37 * * * * ${sweepReports.id} ?max=3`,
  `47 * * * * ${resumeDropReports.id} ?max=3`,
  `57 * * * * ${sweepAbandonedUploads.id} ?max=3`,
  `13 2 * * * ${anchorOrgChains.id} ?max=3`,
  `53 2 * * * ${lookAtDomains.id} ?max=3`,
  `58 2 * * * ${lookAtAddressDomains.id} ?max=3`,
  `3 3 * * * ${lookAtMetadata.id} ?max=3`,
  `13 3 * * * ${warnOfCertificates.id} ?max=3`,
  `23 3 * * * ${applyRetention.id} ?max=3`,
  `43 3 * * * ${sweepObjects.id} ?max=3`,
].join('\n');

export const createTasks = (context: Context): TaskList =>
  Object.fromEntries(
    JOBS.map((job) => {
      startCounts(context, job.id);
      return [job.id, toTask(context, job as Job<object>)];
    }),
  );

/** An alert sees by how much a count has grown: the first failure, too, only where there was a 0 before. */
const startCounts = ({ metrics }: Pick<Context, 'metrics'>, task: string): void => {
  metrics.jobsResumed.inc({ task }, 0);
  metrics.jobSeconds.zero({ task, outcome: 'failed' });
};

const toTask =
  (context: Context, job: Job<object>): Task =>
  async (payload) => {
    const about = { name: `job ${job.id}`, kind: 'consumer', parent: readTraceparent(payload) } as const;
    const stop = context.metrics.jobSeconds.startTimer({ task: job.id });
    try {
      await inSpan(about, () => job.run(context, job.payload.parse(payload)));
      stop({ outcome: 'done' });
    } catch (error) {
      stop({ outcome: 'failed' });
      throw error;
    }
  };

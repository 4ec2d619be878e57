import type { Context } from '../../context.ts';
import { cleanUpReplies } from '../../http/kept-reply.ts';
import { cleanUpJobs } from '../../platform/jobs/given-up-jobs.ts';
import { CrontabPayload, defineJob } from '../../platform/jobs/define-job.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { cleanUpBillingEvents } from '../billing/exports/clean-up-billing-events.ts';
import { cleanUpReplacedKeys } from '../credentials/exports/clean-up-replaced-keys.ts';
import { cleanUpEvents } from '../events/exports/clean-up-events.ts';
import { cleanUpFieldTokens } from '../join/exports/clean-up-field-tokens.ts';
import { cleanUpInvitations } from '../members/exports/clean-up-invitations.ts';
import { cleanUpProvisioning } from '../members/exports/clean-up-provisioning.ts';
import { cleanUpMessages, cleanUpMessageWindows } from '../notifications/exports/clean-up-messages.ts';
import { cleanUpJoinTokens } from '../participants/exports/clean-up-join-tokens.ts';
import { cleanUpMessagesByPolicy } from '../retention/exports/clean-up-messages-by-policy.ts';
import { cleanUpTests } from '../sso/exports/clean-up-tests.ts';
import { cleanUpAttempts, cleanUpHandovers, cleanUpSessions } from '../sign-in/exports/clean-up-sign-ins.ts';
import { cleanUpSignatures, cleanUpSigningTokens } from '../signatures/exports/clean-up-signatures.ts';
import { cleanUpDeliveries } from '../webhooks/exports/clean-up-deliveries.ts';

/** An event goes after its deliveries. */
const CLEAN_UPS = [
  cleanUpReplies,
  cleanUpDeliveries,
  cleanUpEvents,
  cleanUpMessageWindows,
  cleanUpMessages,
  cleanUpMessagesByPolicy,
  cleanUpSignatures,
  cleanUpInvitations,
  cleanUpProvisioning,
  cleanUpJoinTokens,
  cleanUpFieldTokens,
  cleanUpSigningTokens,
  cleanUpBillingEvents,
  cleanUpReplacedKeys,
  cleanUpAttempts,
  cleanUpHandovers,
  cleanUpTests,
  cleanUpSessions,
  cleanUpJobs,
];

export const cleanUp = defineJob({
  id: 'clean-up',
  payload: CrontabPayload,
  run: (context: Context) => runEach(context, 'clean-up', CLEAN_UPS),
});

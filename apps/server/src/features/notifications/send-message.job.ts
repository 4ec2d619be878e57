import type { Context } from '../../context.ts';
import { defineJob, enqueueJob } from '../../platform/jobs/define-job.ts';
import { linkDomainOf } from '../../http/hosts/link-domain-of.ts';
import { rootUrlOf } from '../../http/hosts/root-url-of.ts';
import { describeBrand } from '../branding/exports/describe-brand.ts';
import { claimMessage, type ClaimedMessage, type FoundMessage } from './claim-message.ts';
import { composeEmail, composeSms } from './compose-message.ts';
import { describeCalendar } from './describe-calendar.ts';
import { endFailedAttempt } from './end-failed-attempt.ts';
import { sendMessageJob } from './exports/queue-messages.ts';
import { failMessage } from './fail-message.ts';
import { judgeMessage, worthUntil } from './judge-message.ts';
import { renderMessage } from './messages/render-message.ts';
import { toSingleLine } from './messages/to-plain-lines.ts';
import { countMessages, MessageLimitError } from './exports/count-messages.ts';

/**
 * Sends one message. At least once: a process that dies after the mail server took the message sends it
 * again, with the same Message-ID. What may become better is thrown, and the job is tried again later and later.
 */
export const sendMessage = defineJob({
  ...sendMessageJob,
  run: async (context: Context, payload) => {
    const found = await claimMessage(context, payload);
    if (!found || found.sent_at || found.cancelled_at) return;
    const { attempt } = found;
    if (attempt === null) return waitForLease(context, found);
    const message = { ...found, attempt };
    const verdict = judgeMessage(message, context.clock.now());
    if (verdict === 'late') return failMessage(context, message, judgeLateness(message));
    if (verdict === 'void') return stop(context, message);
    if (message.awaits_count && !(await letOut(context, message))) return;
    try {
      await send(context, message);
    } catch (error) {
      return endFailedAttempt(context, message, error);
    }
    await recordSent(context, message);
    context.metrics.messagesSent.inc({ channel: message.channel, kind: message.kind });
  },
});

// Just ending the job would lose the message if the attempt that holds it is that of a dead process. A job of the same
// key takes the place of this one, which is under way.
const waitForLease = async (
  context: Context,
  { organisation_id, id, lease_until }: FoundMessage,
): Promise<void> => {
  context.log.info({ message_id: id }, 'message can not be claimed now, trying again');
  await context.transact(async (tx) => {
    // What claimed or cancelled it just now, such as a join with its code, is not in what was read.
    const soonest = new Date(tx.now.getTime() + 1_000);
    const runAt = lease_until && lease_until > soonest ? lease_until : soonest;
    enqueueJob(tx, sendMessageJob, { payload: { organisation_id, message_id: id }, runAt, key: id });
  });
};

/** Where the limits left no room, a message waited for them, and its time was over meanwhile. */
const judgeLateness = ({ awaits_count, attempt }: ClaimedMessage): 'limit' | 'expired' =>
  awaits_count && attempt > 1 ? 'limit' : 'expired';

const send = async (context: Context, message: FoundMessage): Promise<void> => {
  const { id, channel, recipient } = message;
  // What an organisation writes itself holds for all that is sent from then on, also for what waits.
  const wording = { timeZone: message.time_zone, own: message.own_text };
  if (channel === 'sms') {
    const content = renderMessage({ ...composeSms(context, message), ...wording });
    return context.sms.send({ to: recipient, ...content, clientRef: id });
  }
  const brand = describeBrand(message.organisation_name, message.branding);
  return context.mailer.send({
    to: recipient,
    fromName: toSingleLine(brand.senderName),
    ...renderMessage(
      { ...composeEmail(context, message), ...wording },
      { ...brand, baseUrl: rootUrlOf(context.config, linkDomainOf(message)) },
    ),
    calendar: describeCalendar(context, message),
    messageId: id,
  });
};

// Not one that was put off to another time since it was read, whose own job waits for the lease.
const stop = async (
  { clock, database }: Context,
  { organisation_id, id, attempt, expires_at }: ClaimedMessage,
): Promise<void> => {
  await database.prisma.message.updateMany({
    where: { organisation_id, id, attempt_count: attempt, expires_at },
    data: { cancelled_at: clock.now(), secret_sealed: null, lease_until: null },
  });
};

// An attempt that lost its lease changes nothing.
const recordSent = async (
  { clock, database }: Context,
  { organisation_id, id, attempt }: ClaimedMessage,
): Promise<void> => {
  await database.prisma.message.updateMany({
    where: { organisation_id, id, attempt_count: attempt },
    data: { sent_at: clock.now(), secret_sealed: null, lease_until: null },
  });
};

/**
 * Counts a message that no request has counted, once, however often it is tried. Over a limit it waits for the next
 * window, or for the end of its own time, which its job then tells.
 */
const letOut = async (context: Context, message: ClaimedMessage): Promise<boolean> => {
  try {
    return await count(context, message);
  } catch (error) {
    if (!(error instanceof MessageLimitError)) throw error;
    await waitUntil(context, message, error.resetAt);
    return false;
  }
};

const count = (context: Context, { organisation_id, id, attempt, kind, recipient }: ClaimedMessage) =>
  context.transact(async (tx) => {
    // Who stops it, or claims it when this attempt's lease is over, finds it counted or finds it waiting.
    const { count: claimed } = await tx.db.message.updateMany({
      where: { organisation_id, id, attempt_count: attempt, awaits_count: true, cancelled_at: null },
      data: { awaits_count: false },
    });
    if (claimed === 0) return false;
    await countMessages(context, tx, { organisationId: organisation_id, messages: [{ kind, recipient }] });
    return true;
  });

const waitUntil = (context: Context, message: ClaimedMessage, resetAt: Date): Promise<void> =>
  context.transact(async (tx) => {
    const { organisation_id, id, attempt } = message;
    const { count: released } = await tx.db.message.updateMany({
      where: { organisation_id, id, attempt_count: attempt },
      data: { lease_until: null },
    });
    if (released === 0) return;
    const until = worthUntil(message);
    const runAt = until && until < resetAt ? until : resetAt;
    enqueueJob(tx, sendMessageJob, { payload: { organisation_id, message_id: id }, runAt, key: id });
  });

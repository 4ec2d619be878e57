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
import { failMessage } from './publish-failed-message.ts';
import { judgeMessage, worthUntil } from './judge-message.ts';
import { renderMessage } from './messages/render-message.ts';
import { toSingleLine } from './messages/to-plain-lines.ts';
import { countMessages, MessageLimitError } from './exports/count-messages.ts';

/**
 * Sends a message at least once: if a process dies after the mail server took the message, it is sent again with the
 * same Message-ID. Errors that may pass are thrown, and the job is tried again later and later.
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

// Just ending the job would lose the message if a dead process holds it. A job of the same key takes the place of this
// one, which is under way.
const waitForLease = async (
  context: Context,
  { organisation_id, id, lease_until }: FoundMessage,
): Promise<void> => {
  context.log.info({ message_id: id }, 'message can not be claimed now, trying again');
  await context.transact(async (tx) => {
    // A claim or a cancellation of just now, such as by a join with its code, is not in the row as it was read.
    const soonest = new Date(tx.now.getTime() + 1_000);
    const runAt = lease_until && lease_until > soonest ? lease_until : soonest;
    enqueueJob(tx, sendMessageJob, { payload: { organisation_id, message_id: id }, runAt, key: id });
  });
};

/** A message is late by the limits if it waited for them before, until its time was over. */
const judgeLateness = ({ awaits_count, attempt }: ClaimedMessage): 'limit' | 'expired' =>
  awaits_count && attempt > 1 ? 'limit' : 'expired';

const send = async (context: Context, message: FoundMessage): Promise<void> => {
  const { id, channel, recipient } = message;
  // An organisation's own text applies to every message sent after it was written, also to waiting ones.
  const wording = { timeZone: message.time_zone, own: message.own_text, contact: message.contact };
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

// Leaves a message that was put off to another time since it was read: its own job waits for the lease.
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
 * Counts a message that no request has counted, once, however often it is tried. Over a limit the message waits for the
 * next window, or for the end of its own time, which its job then records.
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
    // A stop, or a claim after the end of this lease, finds the message either counted or waiting.
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

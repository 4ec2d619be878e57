import { Prisma } from '#prisma';
import { sendMessageJob } from '../features/notifications/exports/queue-messages.ts';
import type { CancelledMessages, Effects } from '../platform/database/effects.ts';
import type { Part } from './last-statement.ts';
import { insertInto } from './rows.ts';

/** Wipes the secrets. Messages that the same statement queues are not seen, and so not stopped. */
export const cancelMessages = (cancelled: CancelledMessages[], now: Date): Part[] =>
  cancelled.map(({ organisationId, sessionId, participantId, signatureId, kinds }, index) => {
    const name = `messages_cancelled_${index}`;
    const conditions = [
      Prisma.sql`organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid`,
      ...(participantId ? [Prisma.sql`participant_id = ${participantId}::uuid`] : []),
      ...(signatureId ? [Prisma.sql`signature_id = ${signatureId}::uuid`] : []),
      // A recipient who was told of a time hears that it does not hold, whatever ends.
      kinds ? Prisma.sql`kind = any (${[...kinds]}::text[])` : Prisma.sql`kind <> 'invite_cancelled'`,
    ];
    return {
      expressions: {
        [name]: Prisma.sql`
          update messages
          set cancelled_at = ${now}, secret_sealed = null
          where ${Prisma.join(conditions, ' and ')} and sent_at is null and cancelled_at is null
          returning id`,
      },
      // A message is locked before the endpoints that are told of its end, so that no two transactions wait for each
      // other.
      condition: { holds: Prisma.sql`(select count(*) >= 0 from ${Prisma.raw(name)})` },
    };
  });

/**
 * A known key is left as it is; but where its message counts by its own job and is not sent, whether it waits or was
 * stopped, it becomes the new one. Each that is written has its job.
 */
export const queueMessages = (messages: Effects['messages']): Part[] => {
  if (messages.length === 0) return [];
  return [
    {
      expressions: {
        messages_queued: Prisma.sql`
          ${insertInto('messages', messages)}
          on conflict (organisation_id, dedupe_key) do update
          set cancelled_at = null, kind = excluded.kind, recipient = excluded.recipient, locale = excluded.locale,
            expires_at = excluded.expires_at,
            failing_since = null, fate = null, fate_at = null, fate_reason = null
          where excluded.awaits_count and messages.sent_at is null
          returning organisation_id, id`,
      },
      jobs: Prisma.sql`
        select ${sendMessageJob.id}::text, json_build_object('organisation_id', organisation_id, 'message_id', id),
          null::timestamptz, ${`${sendMessageJob.id}:`}::text || id
        from messages_queued`,
    },
  ];
};

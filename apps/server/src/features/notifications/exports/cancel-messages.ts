import { Prisma } from '#prisma';
import type { Tx } from '../../../platform/database/transact.ts';
import type { MessageKind } from './queue-messages.ts';

type Which = {
  organisationId: string;
  sessionId: string;
  participantId?: string;
  signatureId?: string;
  kinds?: readonly MessageKind[];
};

/**
 * Stops what has not been sent yet for a session, or for one participant, one signature or some kinds of it; secrets are
 * wiped. With the last statement, so that what the same transaction queues is not stopped. What two calls of one
 * transaction stop is written once, by either alike.
 */
export const cancelMessages = (
  tx: Tx,
  { organisationId, sessionId, participantId, signatureId, kinds }: Which,
): void => {
  const name = Prisma.raw(`messages_cancelled_${tx.lastWrites.length}`);
  const conditions = [
    Prisma.sql`organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid`,
    ...(participantId ? [Prisma.sql`participant_id = ${participantId}::uuid`] : []),
    ...(signatureId ? [Prisma.sql`signature_id = ${signatureId}::uuid`] : []),
    // Who was told of a time hears that it does not hold, whatever ends.
    kinds ? Prisma.sql`kind = any (${[...kinds]}::text[])` : Prisma.sql`kind <> 'invite_cancelled'`,
  ];
  tx.lastWrites.push({
    ctes: [
      Prisma.sql`${name} as (
        update messages
        set cancelled_at = ${tx.now}, secret_sealed = null
        where ${Prisma.join(conditions, ' and ')} and sent_at is null and cancelled_at is null
        returning id
      )`,
    ],
    // Always true: a condition is what takes its locks first. Who gives up a message locks it before the endpoints that
    // are told of that, so that neither waits for the other.
    condition: { holds: Prisma.sql`(select count(*) >= 0 from ${name})`, refuse: neverRefused },
  });
};

const neverRefused = () => Promise.resolve(new Error('messages are cancelled however many there are'));

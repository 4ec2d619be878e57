import { Prisma } from '#prisma';
import type { Tx } from '../../../platform/database/transact.ts';
import { insertEvent } from './room-event.ts';

/**
 * Closes the signalling room of a session that ends, or only one participant's place in it, on every
 * server process, when the transaction commits. The caller holds the row lock of what ends, so that nobody
 * enters behind its back.
 */
export const closeRoom = (
  tx: Tx,
  { sessionId, participantId }: { sessionId: string; participantId?: string },
): void => {
  const name = Prisma.raw(`room_closed_${tx.lastWrites.length}`);
  const event = { kind: 'closed' as const, ...(participantId ? { participantId } : {}) };
  tx.lastWrites.push({
    ctes: [Prisma.sql`${name} as (${insertEvent({ room: sessionId, event, now: tx.now })})`],
  });
};

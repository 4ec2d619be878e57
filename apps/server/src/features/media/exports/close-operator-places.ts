import { Prisma } from '#prisma';
import { nameOperator } from '../../../platform/media-connection.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { ANNOUNCE, type RoomEvent } from './room-event.ts';

/**
 * Closes every place that a credential has in a live room, on every server process, when the transaction commits. The
 * caller has ended the credential's right: whoever entered by it is in the table, and nobody enters any more.
 */
export const closeOperatorPlaces = (tx: Tx, credentialId: string): void => {
  const event: RoomEvent = { kind: 'closed', participantId: credentialId };
  tx.lastWrites.push({
    ctes: [
      Prisma.sql`places_closed as (
        insert into media_signals (room, event, created_at)
        select room, ${JSON.stringify(event)}, ${tx.now}
        from media_peers
        where identity = ${nameOperator(credentialId)}
        returning id, ${Prisma.raw(ANNOUNCE)} as announced
      )`,
    ],
  });
};

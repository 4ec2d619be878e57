import { Prisma } from '#prisma';
import { nameOperator } from '../../../platform/media-connection.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { ANNOUNCE, type RoomEvent } from './room-event.ts';

/**
 * Closes every place that credentials have in live rooms, on every server process, when the transaction commits. The
 * caller has ended their rights: whoever entered by them is in the table, and nobody enters any more.
 */
export const closeOperatorPlaces = (tx: Tx, credentialIds: string[]): void => {
  tx.lastWrites.push({ ctes: credentialIds.map((id, index) => closePlaces(tx, id, index)) });
};

const closePlaces = (tx: Tx, credentialId: string, index: number): Prisma.Sql => {
  const event: RoomEvent = { kind: 'closed', participantId: credentialId };
  return Prisma.sql`${Prisma.raw(`places_closed_${index}`)} as (
    insert into media_signals (room, event, created_at)
    select room, ${JSON.stringify(event)}, ${tx.now}
    from media_peers
    where identity = ${nameOperator(credentialId)}
    returning id, ${Prisma.raw(ANNOUNCE)} as announced
  )`;
};
